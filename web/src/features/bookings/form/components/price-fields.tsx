import { canSetPrice } from '@studiohub/contract/features/bookings/policy.ts'
import { listSeriesDates } from '@studiohub/contract/features/bookings/series/rules.ts'
import { SERIES_SESSIONS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { PRICE_REASON_MAX } from '@studiohub/contract/features/prices/words.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { moneyField, moneyText, parseMinor } from '@studiohub/contract/shared/money.ts'
import { getWeekday } from '@studiohub/contract/shared/opening-hours.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { DiscountField } from '#features/prices/shared/discount-field.tsx'
import { ExtrasFields } from '#features/prices/shared/extras-fields.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { useQuote } from '../hooks/use-quote.ts'
import type { BookingForm } from '../model/booking-form.ts'

type PriceFieldsProps = {
  form: BookingForm
  context: BookingContext
  service: StudioService
}

/** The number of people, add-ons and the resulting price. An admin may set another price, with a reason. */
export function PriceFields({ form, context, service }: PriceFieldsProps) {
  const { quote, quoteOn, chosenExtras, isSingle, codeError, isChecking } = useQuote(form, context, service)
  const [booking_date, code] = useWatch({ control: form.control, name: ['booking_date', 'discount_code'] })
  const currency = service.currency ?? context.studio.currency
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
  const rule = { first_date: day, every_weeks, weekdays: [getWeekday(day)], ...end }
  const quotes = listSeriesDates(rule, SERIES_SESSIONS_MAX, () => true).map(quoteOn)
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
