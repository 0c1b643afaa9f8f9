import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { CalendarClock, Check, X } from 'lucide-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { formatShortDate, formatTimes } from '#features/bookings/shared/wording.ts'
import { useApproveChange, useDeclineChange } from '#features/bookings/status-api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { AnswerLabel, narrowButtonClasses } from './answer-label.tsx'

type ChangeRequestProps = { booking: Booking; context: BookingContext }
type ChangeAnswerProps = {
  booking: CalendarBooking
  context: BookingContext
  className?: string
  /** Set where the screen already says that a change is requested. */
  isShort?: boolean
  /** In a container narrower than 11 rem the buttons have only icons. */
  fitsNarrow?: boolean
}

/** The requested change next to the current booking, with the studio's answer. */
export function ChangeRequestPanel({ booking, context }: ChangeRequestProps) {
  const { change_request } = booking
  if (!change_request) return null
  return (
    <section
      aria-labelledby="change-request"
      className="grid gap-3 rounded-md border border-pending bg-pending-soft p-3 text-sm"
    >
      <h3 id="change-request" className="flex items-center gap-2 font-semibold">
        <CalendarClock aria-hidden className="size-4 text-pending" />
        Change requested
      </h3>
      <dl className="grid grid-cols-[3rem_1fr] gap-x-3 gap-y-1 tabular-nums">
        <dt className="text-muted-foreground">Now</dt>
        <dd>
          {formatShortDate(booking.booking_date)}, {formatTimes(booking)}
        </dd>
        <dt className="text-muted-foreground">New</dt>
        <dd>{requestText(booking, change_request, context.services)}</dd>
      </dl>
      <p className="text-muted-foreground">
        The new time is reserved until {formatDateTime(change_request.expires_at, context.studio.timezone)}. Until you
        approve it, the session keeps its current time.
      </p>
      <ChangeAnswer booking={booking} context={context} />
    </section>
  )
}

/** The buttons to accept or decline a change request, in the version that is shown. */
export function ChangeAnswer({ booking, context, className, isShort = false, fitsNarrow = false }: ChangeAnswerProps) {
  const approve = useApproveChange()
  const decline = useDeclineChange()
  if (!booking.change_request || !context.worksAtDesk) return null
  const summary = requestText(booking, booking.change_request, context.services)
  const shownVersion = { id: booking.id, version: booking.version }
  return (
    <div className={cx('flex flex-wrap', fitsNarrow ? 'gap-1' : 'gap-2', className)}>
      <Button
        size="small"
        className={fitsNarrow ? narrowButtonClasses : undefined}
        aria-label={`Approve the change to ${summary}`}
        onClick={() => approve.mutate(shownVersion)}
        pending={approve.isPending}
      >
        <AnswerLabel icon={Check} fitsNarrow={fitsNarrow}>
          {isShort ? 'Approve' : 'Approve change'}
        </AnswerLabel>
      </Button>
      <Button
        size="small"
        look="secondary"
        className={fitsNarrow ? narrowButtonClasses : isShort ? '@max-3xl:hidden' : undefined}
        aria-label={`Decline the change to ${summary}`}
        onClick={() => decline.mutate(shownVersion)}
        pending={decline.isPending}
      >
        <AnswerLabel icon={X} fitsNarrow={fitsNarrow}>
          {isShort ? 'Decline' : 'Decline change'}
        </AnswerLabel>
      </Button>
    </div>
  )
}
