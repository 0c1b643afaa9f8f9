import { getCancellationDeadline } from '@studiohub/contract/features/bookings/rules.ts'
import { isItemized } from '@studiohub/contract/features/prices/reductions/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { termsFor } from '@studiohub/contract/features/terms/rules.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { instantAt, wireInstant } from '@studiohub/contract/shared/instants.ts'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { describeCancellation } from '#features/bookings/details/components/cancellation-rule.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { getSeenPrice } from '#features/bookings/model/quoted-price.ts'
import { useReductions } from '#features/bookings/reductions-api.ts'
import { formatFullDate } from '#features/bookings/shared/wording.ts'
import { DiscountField } from '#features/prices/shared/discount-field.tsx'
import { ExtrasFields } from '#features/prices/shared/extras-fields.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { useMe } from '#features/profile/api.ts'
import { useCurrentTerms } from '#features/terms/api.ts'
import { AcceptTerms } from '#features/terms/shared/accept-terms.tsx'
import { useAcceptance } from '#features/terms/shared/use-acceptance.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type FreeTimesResult, useFreeTimes } from '../hooks/use-free-times.ts'
import { type SessionToBook, useSendSession } from '../hooks/use-send-session.ts'
import type { SessionChoice } from '../model/session-choice.ts'
import { findNearestStarts } from '../model/starts.ts'
import { BookingError, type PickedStart, TakenSlotNotice } from './booking-error.tsx'
import { FreeTimes } from './free-times.tsx'
import { formatTotal, NotesField, ProjectChoice, quoteChoice, ServiceFields } from './session-fields.tsx'
import { ChoiceSummary, Summary } from './summary.tsx'

const OwnTexts = lazy(async () => ({
  default: (await import('#features/clients/texts/shared/own-texts.tsx')).OwnTexts,
}))

type SessionDialogProps = {
  context: BookingContext
  services: readonly StudioService[]
  choice: SessionChoice
  onChange: (choice: SessionChoice) => void
  onClose: () => void
  /** Closes the dialog and discards the input. */
  onDiscard: () => void
  /** Called when the session is booked or waits for its payment. @param id of the booking */
  onBooked: (id: string) => void
}

/** Spec section 2: 'Create New Booking' for clients: service, free time and notes. */
export function SessionDialog({
  context,
  services,
  choice,
  onChange,
  onClose,
  onDiscard,
  onBooked,
}: SessionDialogProps) {
  const id = useId()
  const service = services.find(({ key }) => key === choice.service)
  const minutes = choice.minutes ?? service?.default_minutes ?? null
  const times = useFreeTimes(context, { ...choice, service: service?.key ?? '', minutes })
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, isSending, error, resetError } = useSendSession(context.studio)
  const updateChoice = (part: Partial<SessionChoice>) => onChange({ ...choice, ...part })
  const updateChoiceAndClearError = (part: Partial<SessionChoice>) => {
    resetError()
    updateChoice(part)
  }
  // No time is preselected: the shown day is not chosen until it is clicked.
  const isTimeFree = times.shownDay?.date === choice.day && times.shownDay.free.includes(choice.time)
  const [discount_code, setCode] = useState('')
  const buyer = { service_type: service?.key, isDesk: false, discount_code }
  const { reductions, codeError, isChecking } = useReductions(context.studio.id, buyer)
  const pricingContext = { ...context, reductions }
  const quote = service && minutes !== null ? quoteChoice({ context: pricingContext, service, minutes, choice }) : null
  const { terms, acceptance, isReady } = useTermsToAccept(context.studio.id, choice.service)
  const session =
    service && quote && minutes !== null && choice.time && isTimeFree
      ? {
          service,
          minutes,
          choice,
          discount_code,
          accepted_terms: terms?.id ?? null,
          signature: acceptance.signature,
          seen_price: getSeenPrice(quote, error),
          total: formatTotal(quote, error),
        }
      : null

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (!session || !isReady || !acceptance.isComplete) focusFirstError(event.currentTarget)
    else send(session, { onCreated: ({ id }) => onBooked(id), onFailed: () => times.query.refetch() })
  }
  const rooms = context.rooms.filter(({ id }) => choice.room_ids.includes(id)).map(({ name }) => name)
  const footer = (
    <>
      {quote && minutes !== null && !session && (
        <ChoiceSummary minutes={minutes} rooms={rooms.join(', ')} total={formatTotal(quote, error)} />
      )}
      {session && (
        <Summary
          service={session.service}
          day={choice.day}
          time={choice.time}
          minutes={session.minutes}
          total={session.total}
          cancellation={getCancellation(context, session, quote?.tax ?? null)}
        />
      )}
      <Button look="secondary" disabled={isSending} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        type="submit"
        form={id}
        look={session ? 'primary' : 'tinted'}
        pending={isSending}
        pendingText="Creating..."
      >
        Create Booking
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={(open) => !open && !isSending && onClose()} title="Create New Booking" footer={footer}>
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        <ServiceFields
          context={context}
          services={services}
          service={service}
          choice={choice}
          minutes={minutes}
          isSubmitted={isSubmitted}
          onChange={updateChoiceAndClearError}
        />
        {!service && choice.day && choice.time && (
          <p>
            {formatFullDate(choice.day)}, {timeText(choice.time)}. Choose a service to book this time.
          </p>
        )}
        <TimeConflict
          times={times}
          choice={choice}
          isTimeFree={isTimeFree}
          error={error}
          onPick={updateChoiceAndClearError}
        />
        {service && (
          <FreeTimes
            times={times}
            context={context}
            isSubmitted={isSubmitted}
            service={choice.service}
            day={choice.day}
            time={choice.time}
            onChoose={updateChoiceAndClearError}
          />
        )}
        {service && (
          <ExtrasFields
            service={service}
            currency={service.currency ?? context.studio.currency}
            people={choice.people}
            add_ons={choice.add_ons}
            error={error ? describeError(error).fields.people : undefined}
            onChange={updateChoiceAndClearError}
          />
        )}
        {quote && (isItemized(quote.lines) || quote.tax || quote.deposit_minor) && <PriceLines {...quote} />}
        {service && (
          <DiscountField
            code={discount_code}
            error={codeError}
            isChecking={isChecking}
            onUse={(code) => {
              resetError()
              setCode(code)
            }}
          />
        )}
        <ProjectChoice
          context={context}
          value={choice.project_id}
          onChange={(project_id) => updateChoice({ project_id })}
        />
        <NotesField notes={choice.notes} onChange={(notes) => updateChoice({ notes })} />
        {terms && (
          <AcceptTerms terms={terms} studio={context.studio} acceptance={acceptance} isSubmitted={isSubmitted} />
        )}
      </form>
      <TextReminders studio={context.studio} />
    </Dialog>
  )
}

/** Focuses the first field with an error, once it is rendered: on a phone it may be far below the button. */
function focusFirstError(form: HTMLFormElement) {
  setTimeout(() => {
    const field = form.querySelector('[aria-invalid="true"], [data-invalid] input')
    if (field instanceof HTMLElement) field.focus()
  })
}

/** The studio's terms, and whether they are accepted. A new version must be accepted again. */
function useTermsToAccept(studio_id: string, service_type: string) {
  const { data, isPending } = useCurrentTerms(studio_id)
  const terms = data ? termsFor(data, service_type) : null
  return { terms, acceptance: useAcceptance(terms), isReady: !isPending }
}

/** Offers reminders by text message to clients who have not agreed yet. */
function TextReminders({ studio }: { studio: BookingContext['studio'] }) {
  const { client_id, profile } = useMe()
  if (client_id === null) return null
  return (
    <Suspense fallback={null}>
      <div className="mt-5 empty:hidden">
        <OwnTexts studio={studio} client_id={client_id} phone={profile.phone} onlyOffer />
      </div>
    </Suspense>
  )
}

type TimeConflictProps = {
  times: FreeTimesResult
  choice: SessionChoice
  isTimeFree: boolean
  error: unknown
  onPick: (start: { day: string; time: string }) => void
}

/** The server's error about the time; or a note that the time was just taken. */
function TimeConflict({ times, choice, isTimeFree, error, onPick }: TimeConflictProps) {
  const pickStart = (start: PickedStart) => {
    times.showDay(start.booking_date)
    onPick({ day: start.booking_date, time: start.start_time })
  }
  if (error) return <BookingError error={error} onPick={pickStart} />
  const { shownDay } = times
  if (isTimeFree || !choice.time || !shownDay) return null
  const nearest = findNearestStarts(shownDay.free, choice.time).map((start_time) => ({
    booking_date: shownDay.date,
    start_time,
  }))
  return (
    <TakenSlotNotice message={`${timeText(choice.time)} is no longer free.`} nearest={nearest} onPick={pickStart} />
  )
}

/** What cancelling this session costs, by time, in words; null if it is too late to cancel it online. */
function getCancellation(
  { studio, now }: BookingContext,
  { choice, seen_price }: SessionToBook,
  tax: BookingTax | null,
): string | null {
  const instant = instantAt(choice.day, choice.time, studio.timezone)
  if (!instant) return null
  const starts_at = wireInstant(instant)
  const { cancellation_policy, cancellation_cutoff_hours } = studio
  if (Date.parse(getCancellationDeadline(starts_at, cancellation_cutoff_hours)) <= now.getTime()) return null
  return describeCancellation({ starts_at, cancellation_policy, tax, ...seen_price }, studio, now)
}
