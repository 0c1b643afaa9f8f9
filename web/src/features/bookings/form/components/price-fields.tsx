import { canSetPrice } from '@studiohub/contract/features/bookings/policy.ts'
import { daysOf } from '@studiohub/contract/features/bookings/rules.ts'
import { datesOf } from '@studiohub/contract/features/bookings/series/rules.ts'
import { SERIES_SESSIONS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { PRICE_REASON_MAX } from '@studiohub/contract/features/prices/words.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { moneyField, moneyText, parseMinor } from '@studiohub/contract/shared/money.ts'
import { weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { quoteAt } from '#features/bookings/hooks/quoted-price.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useReductions } from '#features/bookings/reductions-api.ts'
import { useClient } from '#features/clients/api.ts'
import { DiscountField } from '#features/prices/shared/discount-field.tsx'
import { ExtrasFields } from '#features/prices/shared/extras-fields.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import type { BookingForm } from '../model/booking-form.ts'

type PriceFieldsProps = {
  form: BookingForm
  context: BookingContext
  service: StudioService
  /** Whether day and times are chosen. */
  isComplete: boolean
}

/** The number of people, add-ons and the resulting price. An admin may set another price, with a reason. */
export function PriceFields({ form, context, service, isComplete }: PriceFieldsProps) {
  const [client_id, booking_date, start_time, end_time, days, room_id, resource_ids, people, add_ons] = useWatch({
    control: form.control,
    name: [
      'client_id',
      'booking_date',
      'start_time',
      'end_time',
      'days',
      'room_id',
      'resource_ids',
      'people',
      'add_ons',
    ],
  })
  const currency = service.currency ?? context.studio.currency
  const session = { booking_date, start_time, end_time, ...daysOf({ days }) }
  const chosenExtras = { people: people ?? null, add_ons: add_ons ?? [] }
  const room_ids = context.rooms.map(({ id }) => id).filter((id) => id === room_id || resource_ids?.includes(id))
  const { data: client } = useClient(context.studio.id, client_id ?? null)
  const reverse_charge = client ? client.reverse_charge && client.tax_number !== null : false
  const code = useWatch({ control: form.control, name: 'discount_code' })
  const isSingle = useWatch({ control: form.control, name: 'every_weeks' }) === 0
  const buyer = {
    service_type: service.key,
    client_id,
    isDesk: context.worksAtDesk,
    discount_code: isSingle ? code : null,
  }
  const { reductions, codeError, isChecking } = useReductions(context.studio.id, buyer)
  const quoteOn = (day: string) =>
    quoteAt({ ...context, reverse_charge, reductions }, service, {
      ...session,
      booking_date: day,
      ...chosenExtras,
      room_ids,
    })
  const isQuoted = isComplete && sessionMinutes(session) > 0
  const quote = isQuoted ? quoteOn(booking_date) : null
  return (
    <>
      <ExtrasFields
        service={service}
        currency={currency}
        {...chosenExtras}
        error={form.formState.errors.people?.message}
        onChange={(extras) => {
          form.setValue('people', extras.people)
          form.setValue('add_ons', [...extras.add_ons])
        }}
      />
      {quote && <PriceLines {...quote} />}
      {isSingle && (
        <DiscountField
          code={code ?? ''}
          error={codeError}
          isChecking={isChecking}
          onUse={(next) => form.setValue('discount_code', next || null)}
        />
      )}
      {quote && !isSingle && <SeriesTotal form={form} day={booking_date} quoteOn={quoteOn} />}
      {canSetPrice(context.actor, context.studio.id) && quote && (
        <PriceOverride form={form} currency={currency} listedPrice={quote.total_minor} />
      )}
    </>
  )
}

type SeriesTotalProps = { form: BookingForm; day: string; quoteOn: (day: string) => Quote }

/** The total of all sessions of a series; each price depends on its day. */
function SeriesTotal({ form, day, quoteOn }: SeriesTotalProps) {
  const [every_weeks, ends, count, until] = useWatch({
    control: form.control,
    name: ['every_weeks', 'ends', 'count', 'until'],
  })
  const end = ends === 'count' ? { count } : { until }
  if (ends === 'count' ? !(count > 0) : !until) return null
  const rule = { first_date: day, every_weeks, weekdays: [weekdayOf(day)], ...end }
  const quotes = datesOf(rule, SERIES_SESSIONS_MAX, () => true).map(quoteOn)
  const total = quotes.reduce((sum, { total_minor }) => sum + (total_minor ?? 0), 0)
  const [first] = quotes
  if (!first || first.total_minor === null) return null
  return (
    <p className="flex justify-between gap-4 text-sm tabular-nums">
      <span className="text-muted-foreground">All {quotes.length} sessions</span>
      <span className="font-semibold">{moneyText(total, first.currency)}</span>
    </p>
  )
}

type PriceOverrideProps = { form: BookingForm; currency: string; listedPrice: number | null }

/** Sets a price for this booking that differs from the listed price. */
function PriceOverride({ form, currency, listedPrice }: PriceOverrideProps) {
  const [isOn, setOn] = useState(() => form.getValues('price_minor') !== undefined)
  const [text, setText] = useState(() => {
    const formerPrice = form.getValues('price_minor')
    return formerPrice === undefined || formerPrice === null ? '' : moneyField(formerPrice, currency)
  })
  const { errors } = form.formState
  const typePrice = (next: string) => {
    setText(next)
    form.setValue('price_minor', next.trim() === '' ? null : (parseMinor(next, currency) ?? Number.NaN))
  }
  const toggle = (on: boolean) => {
    setOn(on)
    if (on) return typePrice(listedPrice === null ? '' : moneyField(listedPrice, currency))
    form.setValue('price_minor', undefined)
    form.setValue('price_reason', undefined)
  }
  return (
    <>
      <Switch label="Set another price" hint="For this booking only." checked={isOn} onChange={toggle} />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <Field
            label={`Price (${currency})`}
            hint="Leave empty to show “On request”"
            error={errors.price_minor?.message}
          >
            {(control) => (
              <Input {...control} inputMode="decimal" value={text} onChange={({ target }) => typePrice(target.value)} />
            )}
          </Field>
          <Field label="Reason" hint="The client sees it" required error={errors.price_reason?.message}>
            {(control) => <Input {...control} maxLength={PRICE_REASON_MAX} {...form.register('price_reason')} />}
          </Field>
        </div>
      )}
    </>
  )
}
