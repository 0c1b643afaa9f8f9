import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { computeCancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { Clock } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { getPriceAfterChange } from '#features/bookings/model/quoted-price.ts'
import { useReductions } from '#features/bookings/reductions-api.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useMoveBooking } from '../api.ts'
import { useFreeTimes } from '../hooks/use-free-times.ts'
import { BookingError } from './booking-error.tsx'
import { FreeTimes } from './free-times.tsx'

type MoveDialogProps = { booking: Booking; context: BookingContext; onClose: () => void }

/** Moves a client's booking: same service, length and rooms. */
export function MoveDialog({ booking, context, onClose }: MoveDialogProps) {
  const id = useId()
  const move = useMoveBooking(booking)
  const [newStart, setNewStart] = useState({ day: booking.booking_date, time: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const minutes = sessionMinutes(booking)
  const { reductions } = useReductions(context.studio.id, { service_type: booking.service_type, isDesk: false })
  const room_ids = booking.resources.filter(({ kind }) => kind === 'room').map(({ id }) => id)
  const query = { service: booking.service_type, minutes, room_ids, booking_id: booking.id, day: newStart.day }
  const times = useFreeTimes(context, query)
  const chooseStart = (start: { day: string; time: string }) => {
    // A reset of a pending call would drop its callbacks.
    if (!move.isPending) move.reset()
    if (start.day) times.showDay(start.day)
    setNewStart(start)
  }

  const price = newStart.time
    ? getPriceAfterChange({ ...context, reductions }, booking, {
        booking_date: newStart.day,
        ...getTimesOfLength(newStart.time, minutes),
      })
    : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React bubbles the event to the parent dialog, whose form must not get it.
    event.stopPropagation()
    setSubmitted(true)
    if (!newStart.time || move.isPending) return
    const seen_price = price && { price_minor: price.price_minor, currency: price.currency }
    const newTimes = { booking_date: newStart.day, ...getTimesOfLength(newStart.time, minutes) }
    const change = { id: booking.id, version: booking.version, ...newTimes, ...(seen_price && { seen_price }) }
    move.mutate(change, { onSuccess: onClose, onError: () => times.query.refetch() })
  }
  const currentTime = `${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  const footer = (
    <>
      <Button look="secondary" onClick={onClose}>
        Keep this time
      </Button>
      <Button type="submit" form={id} pending={move.isPending} pendingText="Moving...">
        Move Booking
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move Booking"
      description={`${serviceLabel(booking, context.services)}, now ${currentTime}`}
      footer={footer}
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        {booking.status === 'confirmed' && <NeedsApproval />}
        <FeeAfterMove booking={booking} now={context.now} />
        {move.error && (
          <BookingError
            error={move.error}
            onPick={(start) => chooseStart({ day: start.booking_date, time: start.start_time })}
          />
        )}
        <FreeTimes
          times={times}
          context={context}
          isSubmitted={isSubmitted}
          service={booking.service_type}
          day={newStart.day}
          time={newStart.time}
          onChoose={chooseStart}
        />
        {price && price.price_minor !== booking.price_minor && (
          <PriceLines
            lines={price.price_lines}
            currency={price.currency ?? context.studio.currency}
            total_minor={price.price_minor}
            before_minor={booking.price_minor}
            tax={booking.tax}
          />
        )}
      </form>
    </Dialog>
  )
}

/** A note before a move: moving a session does not make cancelling it cheaper. */
function FeeAfterMove({ booking, now }: { booking: Booking; now: Date }) {
  const fee = computeCancellationFee(booking, now)
  if (!fee) return null
  return (
    <p className="text-sm text-muted-foreground">
      Cancelling this session costs {fee.percent}% of the price now. After a move, cancelling it will cost at least as
      much.
    </p>
  )
}

const NeedsApproval = () => (
  <p className="flex items-start gap-2 rounded-md border border-pending/40 bg-pending-soft p-3 text-sm">
    <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
    The studio has to approve the new time. Until then your session keeps its current time.
  </p>
)
