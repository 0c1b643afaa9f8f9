import { canMarkNoShow, canUpdate } from '@studiohub/contract/features/bookings/policy.ts'
import { isTransitionAllowed, reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { CalendarClock, Timer } from 'lucide-react'
import { useState } from 'react'
import { useMarkNoShow } from '#features/bookings/completion-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useChangeBooking } from '#features/bookings/hooks/use-change-booking.ts'
import { resizeSession } from '#features/bookings/model/moves.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { mayChangeAsCrew } from '../model/crew.ts'
import { BookingSteps } from './booking-steps.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CheckInOnDay, useCheckInStep } from './check-in.tsx'

const EXTENSIONS = [15, 30, 60]

/** Shows the actions that the current user has for a booking, the next step as the only filled button. The server checks the same rules again. */
export function BookingActions({ booking, context }: { booking: Booking; context: BookingContext }) {
  const [isChanging, setChanging] = useState(false)
  const mayEdit = context.worksAtDesk && canUpdate(context.actor, booking) && booking.status !== 'cancelled'
  const mayMove = mayChangeAsCrew(context, booking) && reservesTime(booking.status)
  const mayChange = mayEdit || mayMove
  const step = useCheckInStep(booking, context)
  return (
    <div className="grid gap-3 max-md:[&_button]:min-h-11">
      <div className="flex flex-wrap gap-2">
        {step && <CheckInOnDay booking={booking} step={step} />}
        <BookingSteps booking={booking} context={context} isMain={!step}>
          {mayChange && (
            <Button size="small" look="secondary" onClick={() => setChanging(true)}>
              <CalendarClock aria-hidden />
              {mayMove ? 'Reschedule' : reservesTime(booking.status) ? 'Reschedule or edit' : 'Edit'}
            </Button>
          )}
          <NoShowButton booking={booking} context={context} />
        </BookingSteps>
      </div>
      {mayChange && reservesTime(booking.status) && <ExtendMenu booking={booking} />}
      {isChanging && <ChangeDialog booking={booking} context={context} onClose={() => setChanging(false)} />}
    </div>
  )
}

function ExtendMenu({ booking }: { booking: Booking }) {
  const change = useChangeBooking()
  const extend = (minutes: number) => {
    const times = resizeSession(booking, 'end', minutes)
    change.mutate({ booking, change: { end_time: times.end_time, days: times.days }, preview: times })
  }
  return (
    <div className="grid gap-2">
      {change.error && (
        <p role="alert" className="text-sm text-cancelled">
          {describeError(change.error).message}
        </p>
      )}
      <fieldset className="flex flex-wrap items-center gap-2 text-sm">
        <legend className="sr-only">Extend this session</legend>
        <Timer aria-hidden className="size-4 text-muted-foreground" />
        <span aria-hidden className="text-muted-foreground">
          Extend by
        </span>
        {EXTENSIONS.map((minutes) => (
          <Button
            key={minutes}
            size="small"
            look="secondary"
            aria-label={`Extend by ${minutes} minutes`}
            pending={change.isPending}
            onClick={() => extend(minutes)}
          >
            {minutes} min
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

function NoShowButton({ booking, context }: { booking: Booking; context: BookingContext }) {
  const markNoShow = useMarkNoShow()
  const hasBegun = Date.parse(booking.starts_at) <= context.now.getTime()
  const isOffered =
    booking.booking_type === 'client_booking' &&
    canMarkNoShow(context.actor, booking) &&
    isTransitionAllowed('noShow', booking.status) &&
    hasBegun
  if (!isOffered) return null
  const isMarking = booking.no_show_at === null
  return (
    <Button
      size="small"
      look="quiet"
      pending={markNoShow.isPending}
      onClick={() => markNoShow.mutate({ id: booking.id, no_show: isMarking })}
    >
      {isMarking ? 'No-show' : 'Undo no-show'}
    </Button>
  )
}
