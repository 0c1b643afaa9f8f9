import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import { DeclineDialog } from '#features/bookings/details/components/decline-dialog.tsx'
import { getSteps } from '#features/bookings/details/model/steps.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useConfirmBooking } from '#features/bookings/status-api.ts'
import { Button } from '#ui/button.tsx'

/** The buttons to answer a request or a requested change, inside a list. */
export function RequestAnswer({ booking, context }: { booking: CalendarBooking; context: BookingContext }) {
  const [isDeclining, setDeclining] = useState(false)
  const confirm = useConfirmBooking()
  const { studio, actor, now } = context
  const steps = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const summary = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  if (booking.change_request) return <ChangeAnswer booking={booking} context={context} isShort />
  return (
    <span className="flex flex-wrap gap-1.5 max-md:[&_button]:min-h-11">
      {steps.confirm && (
        <Button
          size="small"
          look="tinted"
          aria-label={`Confirm ${summary}`}
          onClick={() => confirm.mutate({ id: booking.id, version: booking.version })}
          pending={confirm.isPending}
        >
          Confirm
        </Button>
      )}
      {steps.decline && (
        <Button size="small" look="secondary" aria-label={`Decline ${summary}`} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      )}
      <DeclineDialog booking={booking} summary={summary} open={isDeclining} onClose={() => setDeclining(false)} />
    </span>
  )
}
