import { rateText } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { useActiveStudio } from '#features/profile/api.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { listCurrencyChoices, priceUnitChoices } from '../../prices/shared/price-choices.ts'
import { AddOns } from './add-ons-fields.tsx'
import { Packages } from './packages-fields.tsx'
import { PriceRules } from './price-rules-fields.tsx'
import { Group, type ServiceFormPart } from './pricing-rows.tsx'

type Room = { id: string; name: string }

/** The price of a service, and how room, hour, length and add-ons change it. */
export function PricingFields({ form, rooms }: { form: ServiceFormPart; rooms: readonly Room[] }) {
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">Price</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field label="Price" hint="Leave empty for price on request" error={errors.price?.message}>
          {(control) => <Input {...control} {...register('price')} inputMode="decimal" placeholder="On request" />}
        </Field>
        <Field label="Charged">
          {(control) => <Select {...control} {...register('unit')} choices={priceUnitChoices} />}
        </Field>
        <Field label="Currency" error={errors.currency?.message}>
          {(control) => <Select {...control} {...register('currency')} choices={listCurrencyChoices()} />}
        </Field>
      </div>
      <TaxRateField form={form} />
      <DepositFields form={form} />
      <Switch
        label="Hide from clients without a price"
        hint="If off, clients see it as 'Price on request'."
        checked={watch('hide_without_price')}
        onChange={(isOn) => setValue('hide_without_price', isOn, { shouldDirty: true })}
      />
      {rooms.length > 1 && <RoomPrices form={form} rooms={rooms} />}
      <PriceRules form={form} />
      {watch('unit') === 'hour' && <Packages form={form} />}
      <AddOns form={form} />
    </fieldset>
  )
}

function RoomPrices({ form, rooms }: { form: ServiceFormPart; rooms: readonly Room[] }) {
  const { watch, setValue, formState } = form
  const prices = watch('room_prices')
  const roomIds = watch('room_ids')
  const offered = roomIds.length > 0 ? rooms.filter(({ id }) => roomIds.includes(id)) : rooms
  const setRoomPrice = (room_id: string, price: string) => {
    const others = prices.filter((roomPrice) => roomPrice.room_id !== room_id)
    setValue('room_prices', price === '' ? others : [...others, { room_id, price }], { shouldDirty: true })
  }
  return (
    <Group title="Price by room" hint="Leave empty for the price above.">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {offered.map(({ id, name }) => {
          const index = prices.findIndex((roomPrice) => roomPrice.room_id === id)
          return (
            <Field key={id} label={name} error={formState.errors.room_prices?.[index]?.price?.message}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={prices[index]?.price ?? ''}
                  onChange={({ target }) => setRoomPrice(id, target.value)}
                />
              )}
            </Field>
          )
        })}
      </div>
    </Group>
  )
}

/** The tax rate of the service, if the studio has several. */
function TaxRateField({ form }: { form: ServiceFormPart }) {
  const { studio } = useActiveStudio()
  const rates = studio?.taxes.rates ?? []
  if (rates.length < 2) return null
  const choices = rates.map(({ key, name, rate_bp }, index) => ({
    value: index === 0 ? '' : key,
    label: `${name}, ${rateText(rate_bp)}`,
  }))
  return (
    <Field label="Tax rate">
      {(control) => <Select {...control} {...form.register('tax_key')} choices={choices} />}
    </Field>
  )
}

const depositChoices = [
  { value: 'none', label: 'Nothing' },
  { value: 'percent', label: 'A share of the price' },
  { value: 'fixed', label: 'A fixed amount' },
  { value: 'full', label: 'The whole price' },
]

/** The deposit of the service. */
function DepositFields({ form: { register, formState, watch } }: { form: ServiceFormPart }) {
  const { errors } = formState
  const kind = watch('deposit')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <Field
        label="To pay when booking"
        hint="Applies to clients who book online. Amounts that are too small for a card, such as under $0.50, are not charged."
      >
        {(control) => <Select {...control} {...register('deposit')} choices={depositChoices} />}
      </Field>
      {kind === 'percent' && (
        <Field label="Percent" error={errors.deposit_percent?.message}>
          {(control) => (
            <Input {...control} {...register('deposit_percent', { valueAsNumber: true })} inputMode="numeric" />
          )}
        </Field>
      )}
      {kind === 'fixed' && (
        <Field label="Deposit" hint="At most the price of the session" error={errors.deposit_amount?.message}>
          {(control) => <Input {...control} {...register('deposit_amount')} inputMode="decimal" placeholder="50" />}
        </Field>
      )}
    </div>
  )
}
