import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { CalendarClock } from 'lucide-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { useWithdrawChange } from '../api.ts'

/** The client's open change request, with a button to withdraw it. */
export function OwnChangeRequest({ booking, context }: { booking: Booking; context: BookingContext }) {
  const withdraw = useWithdrawChange()
  const { change_request } = booking
  if (!change_request) return null
  return (
    <section
      aria-label="Change request"
      className="grid gap-3 rounded-md border border-pending bg-pending-soft p-3 text-sm"
    >
      <p className="flex items-start gap-2">
        <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
        <span>
          <span className="font-medium">
            Change requested: {requestText(booking, change_request, context.services)}, waiting for the studio
          </span>
          <span className="block text-muted-foreground">
            The new time is reserved for you until {formatDateTime(change_request.expires_at, context.studio.timezone)}.
            Until the studio answers, your session keeps its current time.
          </span>
        </span>
      </p>
      <Button
        size="small"
        look="secondary"
        className="justify-self-start"
        onClick={() => withdraw.mutate({ id: booking.id })}
        pending={withdraw.isPending}
      >
        Withdraw request
      </Button>
    </section>
  )
}
