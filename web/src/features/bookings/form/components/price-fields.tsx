import { canSetPrice } from '@studiohub/contract/features/bookings/policy.ts'
import { daysOf } from '@studiohub/contract/features/bookings/rules.ts'
import { datesOf } from '@studiohub/contract/features/bookings/series/rules.ts'
import { SERIES_SESSIONS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { PRICE_REASON_MAX } from '@studiohub/contract/features/prices/words.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { minutesLong } from '@studiohub/contract/shared/length.ts'
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
import type { Repeat } from '../model/repeat.ts'

type PriceFieldsProps = {
  form: BookingForm
  context: BookingContext
  service: StudioService
  repeat: Repeat
  /** Whether day and times are chosen. */
  isWhole: boolean
}

/** The number of people, add-ons and the resulting price. An admin may set another price, with a reason. */
export function PriceFields({ form, context, service, repeat, isWhole }: PriceFieldsProps) {
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
  const chosen = { people: people ?? null, add_ons: add_ons ?? [] }
  const room_ids = context.rooms.map(({ id }) => id).filter((id) => id === room_id || resource_ids?.includes(id))
  const { data: client } = useClient(context.studio.id, client_id ?? null)
  const reverse_charge = client ? client.reverse_charge && client.tax_number !== null : false
  const code = useWatch({ control: form.control, name: 'discount_code' })
  const isOnce = repeat.every_weeks === 0
  const buyer = {
    service_type: service.key,
    client_id,
    isDesk: context.worksAtDesk,
    discount_code: isOnce ? code : null,
  }
  const { reductions, codeError, isChecking } = useReductions(context.studio.id, buyer)
  const quoteOn = (day: string) =>
    quoteAt({ ...context, reverse_charge, reductions }, service, { ...session, booking_date: day, ...chosen, room_ids })
  const isQuoted = isWhole && minutesLong(session) > 0
  const quote = isQuoted ? quoteOn(booking_date) : null
  return (
    <>
      <ExtrasFields
        service={service}
        currency={currency}
        {...chosen}
        error={form.formState.errors.people?.message}
        onChange={(extras) => {
          form.setValue('people', extras.people)
          form.setValue('add_ons', [...extras.add_ons])
        }}
      />
      {quote && <PriceLines {...quote} />}
      {isOnce && (
        <DiscountField
          code={code ?? ''}
          error={codeError}
          isChecking={isChecking}
          onUse={(next) => form.setValue('discount_code', next || null)}
        />
      )}
      {quote && repeat.every_weeks > 0 && <SeriesTotal repeat={repeat} day={booking_date} quoteOn={quoteOn} />}
      {canSetPrice(context.actor, context.studio.id) && quote && (
        <Override form={form} currency={currency} listed={quote.total_minor} />
      )}
    </>
  )
}

type SeriesTotalProps = { repeat: Repeat; day: string; quoteOn: (day: string) => Quote }

/** The total of all sessions of a series; each price depends on its day. */
function SeriesTotal({ repeat, day, quoteOn }: SeriesTotalProps) {
  const { every_weeks, ends, count, until } = repeat
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

type OverrideProps = { form: BookingForm; currency: string; listed: number | null }

/** Another price than the listed one, for this booking. */
function Override({ form, currency, listed }: OverrideProps) {
  const [isOn, setOn] = useState(() => form.getValues('price_minor') !== undefined)
  const [text, setText] = useState(() => {
    const kept = form.getValues('price_minor')
    return kept === undefined || kept === null ? '' : moneyField(kept, currency)
  })
  const { errors } = form.formState
  const type = (next: string) => {
    setText(next)
    form.setValue('price_minor', next.trim() === '' ? null : (parseMinor(next, currency) ?? Number.NaN))
  }
  const toggle = (on: boolean) => {
    setOn(on)
    if (on) return type(listed === null ? '' : moneyField(listed, currency))
    form.setValue('price_minor', undefined)
    form.setValue('price_reason', undefined)
  }
  return (
    <>
      <Switch label="Set another price" hint="For this booking only." checked={isOn} onChange={toggle} />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <Field label={`Price (${currency})`} hint="Empty: on request" error={errors.price_minor?.message}>
            {(control) => (
              <Input {...control} inputMode="decimal" value={text} onChange={({ target }) => type(target.value)} />
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
