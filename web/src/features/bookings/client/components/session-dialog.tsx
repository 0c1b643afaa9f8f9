import { createSession } from '@studiohub/contract/features/availability/starts/rules.ts'
import { cancellableUntil } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, NewBooking } from '@studiohub/contract/features/bookings/schema.ts'
import { BOOKING_NOTES_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { isItemized } from '@studiohub/contract/features/prices/reductions/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { termsFor } from '@studiohub/contract/features/terms/rules.ts'
import type { Signature } from '@studiohub/contract/features/terms/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { instantAt, wireInstant } from '@studiohub/contract/shared/instants.ts'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCreateBooking } from '#features/bookings/create-api.ts'
import { describeCancellation } from '#features/bookings/details/components/cancellation-rule.tsx'
import { type SeenPrice, seenPrice } from '#features/bookings/hooks/quoted-price.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useReductions } from '#features/bookings/reductions-api.ts'
import { DiscountField } from '#features/prices/shared/discount-field.tsx'
import { ExtrasFields } from '#features/prices/shared/extras-fields.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { useMe } from '#features/profile/api.ts'
import { useCurrentTerms } from '#features/terms/api.ts'
import { AcceptTerms } from '#features/terms/shared/accept-terms.tsx'
import { useAcceptance } from '#features/terms/shared/use-acceptance.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type Times, useTimes } from '../hooks/use-times.ts'
import type { SessionChoice } from '../model/session-choice.ts'
import { findNearest } from '../model/starts.ts'
import { FreeTimes } from './free-times.tsx'
import { Notes, ProjectChoice, quoteOf, ServiceFields, totalOf } from './session-fields.tsx'
import { Summary } from './summary.tsx'
import { BookingError, type PickedStart, TakenSlotNotice } from './taken.tsx'

const OwnTexts = lazy(async () => ({
  default: (await import('#features/clients/texts/shared/own-texts.tsx')).OwnTexts,
}))

type SessionDialogProps = {
  context: BookingContext
  services: readonly StudioService[]
  choice: SessionChoice
  onWish: (choice: SessionChoice) => void
  onClose: () => void
  /** Closes the dialog and discards the input. */
  onDone: () => void
}

/** Spec section 2: 'Create New Booking' for clients: service, free time and notes. */
export function SessionDialog({ context, services, choice, onWish, onClose, onDone }: SessionDialogProps) {
  const id = useId()
  const service = services.find(({ key }) => key === choice.service)
  const minutes = choice.minutes ?? service?.default_minutes ?? null
  const times = useTimes(context, { ...choice, service: service?.key ?? '', minutes })
  const [isSubmitted, setSubmitted] = useState(false)
  const navigate = useNavigate()
  const { send, isSending, error, forgive } = useSending(context.studio)
  const type = (part: Partial<SessionChoice>) => onWish({ ...choice, ...part })
  const change = (part: Partial<SessionChoice>) => {
    forgive()
    type(part)
  }
  // No time is preselected: a day that is only shown does not count as chosen.
  const isFree = times.open?.date === choice.day && times.open.free.includes(choice.time)
  const [discount_code, setCode] = useState('')
  const buyer = { service_type: service?.key, isDesk: false, discount_code }
  const { reductions, codeError, isChecking } = useReductions(context.studio.id, buyer)
  const selling = { ...context, reductions }
  const quote = service && minutes !== null ? quoteOf({ context: selling, service, minutes, choice }) : null
  const { terms, acceptance, isReady } = useTermsToAccept(context.studio.id, choice.service)
  const session =
    service && quote && minutes !== null && choice.time && isFree
      ? {
          ...{
            service,
            minutes,
            choice,
            discount_code,
            accepted_terms: terms?.id ?? null,
            signature: acceptance.signature,
          },
          seen_price: seenPrice(quote, error),
          total: totalOf(quote, error),
        }
      : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const onCreated = ({ id: booked, pay_by }: Booking) => {
      onDone()
      if (pay_by) navigate(paths.clientBookings(context.studio.slug, { booked }))
    }
    if (session && isReady && acceptance.isComplete)
      send(session, { onCreated, onRefused: () => times.query.refetch() })
  }
  const footer = (
    <>
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
      <Button look="secondary" onClick={onDone}>
        Discard
      </Button>
      <Button type="submit" form={id} pending={isSending} pendingText="Creating...">
        Create Booking
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Create New Booking" footer={footer}>
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        <ServiceFields {...{ context, services, service, choice, minutes, isSubmitted }} onChange={change} />
        <TimeConflict {...{ times, choice, isFree, error }} onPick={change} />
        {service && (
          <FreeTimes
            {...{ times, context, isSubmitted }}
            service={choice.service}
            day={choice.day}
            time={choice.time}
            onChoose={change}
          />
        )}
        {service && (
          <ExtrasFields
            service={service}
            currency={service.currency ?? context.studio.currency}
            people={choice.people}
            add_ons={choice.add_ons}
            error={error ? describeError(error).fields.people : undefined}
            onChange={change}
          />
        )}
        {quote && (isItemized(quote.lines) || quote.tax || quote.deposit_minor) && <PriceLines {...quote} />}
        {service && (
          <DiscountField
            code={discount_code}
            error={codeError}
            isChecking={isChecking}
            onUse={(code) => {
              forgive()
              setCode(code)
            }}
          />
        )}
        <ProjectChoice context={context} value={choice.project_id} onChange={(project_id) => type({ project_id })} />
        <Notes notes={choice.notes} onChange={(notes) => type({ notes })} />
        {terms && (
          <AcceptTerms terms={terms} studio={context.studio} acceptance={acceptance} isSubmitted={isSubmitted} />
        )}
      </form>
      <TextReminders studio={context.studio} />
    </Dialog>
  )
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
  times: Times
  choice: SessionChoice
  isFree: boolean
  error: unknown
  onPick: (to: { day: string; time: string }) => void
}

/** The server's error about the time; or a note that the time was just taken. */
function TimeConflict({ times, choice, isFree, error, onPick }: TimeConflictProps) {
  const pick = (to: PickedStart) => {
    times.show(to.booking_date)
    onPick({ day: to.booking_date, time: to.start_time })
  }
  if (error) return <BookingError error={error} onPick={pick} />
  const { open } = times
  if (isFree || !choice.time || !open) return null
  const near = findNearest(open.free, choice.time).map((start_time) => ({ booking_date: open.date, start_time }))
  return <TakenSlotNotice message={`${timeText(choice.time)} is no longer free.`} nearest={near} onPick={pick} />
}

type Session = {
  choice: SessionChoice
  service: StudioService
  minutes: number
  seen_price: SeenPrice
  discount_code: string
  accepted_terms: string | null
  signature: Signature | null
}
type SendCallbacks = { onCreated: (booking: Booking) => void; onRefused: () => void }

/** Sends a booking once, because repeated clicks use the same idempotency key. */
function useSending({ id: studio_id }: BookingContext['studio']) {
  const create = useCreateBooking()
  const send = (
    { service, minutes, choice, seen_price, discount_code, accepted_terms, signature }: Session,
    { onCreated, onRefused }: SendCallbacks,
  ) => {
    const { room_ids, project_id, day, time, notes, people, add_ons } = choice
    if (notes.length > BOOKING_NOTES_MAX || room_ids.length > service.rooms_max) return
    const booking: NewBooking = {
      booking_type: 'client_booking',
      service_type: service.key,
      booking_date: day,
      ...createSession(time, minutes),
      ...(room_ids.length > 0 && { resource_ids: [...room_ids] }),
      ...(project_id && { project_id }),
      notes: notes.trim() || null,
      ...(people !== null && { people }),
      ...(add_ons.length > 0 && { add_ons: [...add_ons] }),
      ...(discount_code && { discount_code }),
      ...(accepted_terms && { accepted_terms }),
      ...(signature && { signature }),
      seen_price,
    }
    create.mutate({ studio_id, ...booking }, { onSuccess: onCreated, onError: onRefused })
  }
  return { send, isSending: create.isPending, error: create.error, forgive: create.reset }
}

/** What cancelling this session costs, by time, in words; null if it is too late to cancel it online. */
function getCancellation(
  { studio, now }: BookingContext,
  { choice, seen_price }: Session,
  tax: BookingTax | null,
): string | null {
  const instant = instantAt(choice.day, choice.time, studio.timezone)
  if (!instant) return null
  const starts_at = wireInstant(instant)
  const { cancellation_policy, cancellation_cutoff_hours } = studio
  if (Date.parse(cancellableUntil(starts_at, cancellation_cutoff_hours)) <= now.getTime()) return null
  return describeCancellation({ starts_at, cancellation_policy, tax, ...seen_price }, studio, now)
}
