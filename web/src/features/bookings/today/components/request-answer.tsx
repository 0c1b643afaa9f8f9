import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useConfirmBooking } from '#features/bookings/api.ts'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import { DeclineDialog } from '#features/bookings/details/components/decline-dialog.tsx'
import { getSteps } from '#features/bookings/details/model/steps.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'

/** The studio's answer to a request, or to a requested change, in place. */
export function RequestAnswer({ booking, context }: { booking: CalendarBooking; context: BookingContext }) {
  const [isDeclining, setDeclining] = useState(false)
  const confirm = useConfirmBooking()
  const { studio, actor, now } = context
  const steps = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const what = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  if (booking.change_request) return <ChangeAnswer booking={booking} context={context} isShort />
  return (
    <span className="flex flex-wrap gap-1.5">
      {steps.confirm && (
        <Button
          size="small"
          aria-label={`Confirm ${what}`}
          onClick={() => confirm.mutate({ id: booking.id, version: booking.version })}
          pending={confirm.isPending}
        >
          Confirm
        </Button>
      )}
      {steps.decline && (
        <Button size="small" look="secondary" aria-label={`Decline ${what}`} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      )}
      <DeclineDialog booking={booking} what={what} open={isDeclining} onClose={() => setDeclining(false)} />
    </span>
  )
}
