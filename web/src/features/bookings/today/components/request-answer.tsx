import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useConfirmBooking } from '#features/bookings/api.ts'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import { DeclineDialog } from '#features/bookings/details/components/decline-dialog.tsx'
import { getSteps } from '#features/bookings/details/model/steps.ts'
import type { BookingPlace } from '#features/bookings/hooks/use-booking-place.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'

/** The studio's answer to a request, or to a requested change, in place. */
export function RequestAnswer({ booking, place }: { booking: CalendarBooking; place: BookingPlace }) {
  const [isDeclining, setDeclining] = useState(false)
  const confirm = useConfirmBooking()
  const { studio, actor, now } = place
  const steps = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const what = `${serviceLabel(booking, place.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  if (booking.change_request) return <ChangeAnswer booking={booking} place={place} isShort />
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
