import type { PriceUnit } from '@studiohub/contract/features/prices/schema.ts'
import {
  ADD_ONS_MAX,
  PACKAGES_MAX,
  PRICE_LABEL_MAX,
  PRICE_RULES_MAX,
} from '@studiohub/contract/features/prices/words.ts'
import type { ServiceToKeep } from '@studiohub/contract/features/resources/schema.ts'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button, IconButton } from '#ui/button.tsx'
import { TimeField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { weekdays } from '../model/hours-form.ts'
import type { ServiceFields } from '../model/service-form.ts'

type Part = UseFormReturn<ServiceFields, unknown, ServiceToKeep>
type Room = { id: string; name: string }

const NUMBER = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }

const units: { value: PriceUnit; label: string }[] = [
  { value: 'session', label: 'per session' },
  { value: 'hour', label: 'per hour' },
  { value: 'half_day', label: 'per half day (4 hours)' },
  { value: 'day', label: 'per day (24 hours)' },
  { value: 'person', label: 'per person' },
]

const currencies = () => {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }))
}

/** What a service costs: its price, and where rooms, hours, lengths and add-ons change it. */
export function PricingFields({ form, rooms }: { form: Part; rooms: readonly Room[] }) {
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">Price</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field label="Price" hint="Empty: price on request" error={errors.price?.message}>
          {(control) => <Input {...control} {...register('price')} inputMode="decimal" placeholder="On request" />}
        </Field>
        <Field label="Charged">{(control) => <Select {...control} {...register('unit')} choices={units} />}</Field>
        <Field label="Currency" error={errors.currency?.message}>
          {(control) => <Select {...control} {...register('currency')} choices={currencies()} />}
        </Field>
      </div>
      <Switch
        label="Hide from clients without a price"
        hint="Off: clients see it as 'Price on request'."
        checked={watch('hide_without_price')}
        onChange={(on) => setValue('hide_without_price', on, { shouldDirty: true })}
      />
      {rooms.length > 1 && <RoomPrices form={form} rooms={rooms} />}
      <Rules form={form} />
      {watch('unit') === 'hour' && <Packages form={form} />}
      <AddOns form={form} />
    </fieldset>
  )
}

function RoomPrices({ form, rooms }: { form: Part; rooms: readonly Room[] }) {
  const { watch, setValue, formState } = form
  const prices = watch('room_prices')
  const chosen = watch('room_ids')
  const offered = chosen.length > 0 ? rooms.filter(({ id }) => chosen.includes(id)) : rooms
  const set = (room_id: string, price: string) => {
    const others = prices.filter((one) => one.room_id !== room_id)
    setValue('room_prices', price === '' ? others : [...others, { room_id, price }], { shouldDirty: true })
  }
  return (
    <Group title="Price by room" hint="Empty: the price above.">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {offered.map(({ id, name }) => {
          const index = prices.findIndex((one) => one.room_id === id)
          return (
            <Field key={id} label={name} error={formState.errors.room_prices?.[index]?.price?.message}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={prices[index]?.price ?? ''}
                  onChange={({ target }) => set(id, target.value)}
                />
              )}
            </Field>
          )
        })}
      </div>
    </Group>
  )
}

function Rules({ form }: { form: Part }) {
  const rows = form.watch('rules')
  const keep = (next: typeof rows) => form.setValue('rules', next, { shouldDirty: true })
  const { register, formState, watch, setValue } = form
  const add = () =>
    keep([
      ...rows,
      {
        label: 'evening',
        weekdays: [1, 2, 3, 4, 5],
        from: '18:00',
        to: '23:00',
        by: 'percent',
        percent: 25,
        price: '',
      },
    ])
  return (
    <Group
      title="Price by time"
      hint="Evenings, weekends, early mornings. The first rule that covers a time counts."
      add={rows.length < PRICE_RULES_MAX && <AddButton onClick={add}>Add a time</AddButton>}
    >
      {rows.map((_, index) => {
        const errors = formState.errors.rules?.[index]
        const days = watch(`rules.${index}.weekdays`)
        const toggle = (day: number) =>
          setValue(`rules.${index}.weekdays`, days.includes(day) ? days.filter((one) => one !== day) : [...days, day], {
            shouldDirty: true,
          })
        return (
          <Row
            key={rowKey(index)}
            name={`time ${index + 1}`}
            onRemove={() => keep(rows.filter((_, other) => other !== index))}
          >
            <Field label="Name" error={errors?.label?.message}>
              {(control) => <Input {...control} {...register(`rules.${index}.label`)} maxLength={PRICE_LABEL_MAX} />}
            </Field>
            <fieldset className="flex flex-wrap gap-2">
              <legend className="mb-1.5 text-sm font-medium">Weekdays</legend>
              {weekdays.map((name, day) => (
                <label
                  key={name}
                  className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border bg-raised px-2 text-sm has-checked:border-link"
                >
                  <input
                    type="checkbox"
                    checked={days.includes(day)}
                    onChange={() => toggle(day)}
                    className="size-4 accent-primary"
                  />
                  {name.slice(0, 3)}
                </label>
              ))}
              {errors?.weekdays?.message && <p className="w-full text-sm text-cancelled">{errors.weekdays.message}</p>}
            </fieldset>
            <div className="grid grid-cols-2 gap-4">
              <TimeField label="From" step={900} error={errors?.from?.message} {...register(`rules.${index}.from`)} />
              <TimeField label="Until" step={900} error={errors?.to?.message} {...register(`rules.${index}.to`)} />
            </div>
            <div className="grid grid-cols-2 items-start gap-4">
              <Field label="Costs">
                {(control) => (
                  <Select
                    {...control}
                    {...register(`rules.${index}.by`)}
                    choices={[
                      { value: 'percent', label: 'Percent more or less' },
                      { value: 'price', label: 'A price of its own' },
                    ]}
                  />
                )}
              </Field>
              {watch(`rules.${index}.by`) === 'percent' ? (
                <Field label="Percent" hint="25 or -10" error={errors?.percent?.message}>
                  {(control) => <Input {...control} type="number" {...register(`rules.${index}.percent`, NUMBER)} />}
                </Field>
              ) : (
                <Field label="Price" error={errors?.price?.message}>
                  {(control) => <Input {...control} inputMode="decimal" {...register(`rules.${index}.price`)} />}
                </Field>
              )}
            </div>
          </Row>
        )
      })}
    </Group>
  )
}

function Packages({ form }: { form: Part }) {
  const rows = form.watch('packages')
  const keep = (next: typeof rows) => form.setValue('packages', next, { shouldDirty: true })
  const { register, formState } = form
  return (
    <Group
      title="Price by length"
      hint="A fixed price for a half or full day. Clients pay it where it is cheaper than the hours."
      add={
        rows.length < PACKAGES_MAX && (
          <AddButton onClick={() => keep([...rows, { label: 'full day', minutes: 480, price: '' }])}>
            Add a length
          </AddButton>
        )
      }
    >
      {rows.map((_, index) => {
        const errors = formState.errors.packages?.[index]
        return (
          <Row
            key={rowKey(index)}
            name={`length ${index + 1}`}
            onRemove={() => keep(rows.filter((_, other) => other !== index))}
          >
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <Field label="Name" error={errors?.label?.message}>
                {(control) => (
                  <Input {...control} {...register(`packages.${index}.label`)} maxLength={PRICE_LABEL_MAX} />
                )}
              </Field>
              <Field label="Up to (minutes)" error={errors?.minutes?.message}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={5}
                    step={5}
                    {...register(`packages.${index}.minutes`, NUMBER)}
                  />
                )}
              </Field>
              <Field label="Price" error={errors?.price?.message}>
                {(control) => <Input {...control} inputMode="decimal" {...register(`packages.${index}.price`)} />}
              </Field>
            </div>
          </Row>
        )
      })}
    </Group>
  )
}

const addOnChoices = [
  { value: 'piece', label: 'per session' },
  { value: 'hour', label: 'per hour' },
  { value: 'person', label: 'per person' },
]

function AddOns({ form }: { form: Part }) {
  const rows = form.watch('add_ons')
  // Not `useFieldArray`: its append shows the errors of an empty row at once, and they move what is clicked next.
  const keep = (next: typeof rows) => form.setValue('add_ons', next, { shouldDirty: true })
  const { register, formState } = form
  return (
    <Group
      title="Add-ons"
      hint="Equipment, an engineer, extra people. Empty price: on request. 0: free."
      add={
        rows.length < ADD_ONS_MAX && (
          <AddButton onClick={() => keep([...rows, { key: '', label: '', unit: 'piece', price: '', max_quantity: 1 }])}>
            Add an add-on
          </AddButton>
        )
      }
    >
      {rows.map((_, index) => {
        const errors = formState.errors.add_ons?.[index]
        return (
          <Row
            key={rowKey(index)}
            name={`add-on ${index + 1}`}
            onRemove={() => keep(rows.filter((_, other) => other !== index))}
          >
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label="Name" error={errors?.label?.message ?? errors?.key?.message}>
                {(control) => (
                  <Input {...control} {...register(`add_ons.${index}.label`)} maxLength={PRICE_LABEL_MAX} />
                )}
              </Field>
              <Field label="At most" error={errors?.max_quantity?.message}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={1}
                    max={99}
                    {...register(`add_ons.${index}.max_quantity`, NUMBER)}
                  />
                )}
              </Field>
              <Field label="Price" error={errors?.price?.message}>
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    placeholder="On request"
                    {...register(`add_ons.${index}.price`)}
                  />
                )}
              </Field>
              <Field label="Charged">
                {(control) => <Select {...control} {...register(`add_ons.${index}.unit`)} choices={addOnChoices} />}
              </Field>
            </div>
          </Row>
        )
      })}
    </Group>
  )
}

// A row has no identity of its own: its fields are read from the form by their place.
const rowKey = (index: number) => `row ${index}`

type GroupProps = { title: string; hint: string; add?: ReactNode; children: ReactNode }

function Group({ title, hint, add, children }: GroupProps) {
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm text-muted-foreground">{hint}</p>
        </div>
        {add}
      </div>
      {children}
    </section>
  )
}

const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button look="secondary" size="small" onClick={onClick}>
    <Plus aria-hidden />
    {children}
  </Button>
)

function Row({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <fieldset className="relative grid gap-4 rounded-md border border-border p-3 pr-12">
      <legend className="sr-only">{name}</legend>
      <div className="absolute top-1 right-1">
        <IconButton name={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {children}
    </fieldset>
  )
}
