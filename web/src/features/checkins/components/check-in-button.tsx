import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn, LogOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useCheckIn, useCheckOut } from '../api.ts'

type CheckInButtonProps = { booking: CalendarBooking; studio: Studio; checkins: readonly Checkin[] }

/**
 * Checks the client of a session in, and later out. Empty if that does not apply. Only an icon in a container narrower than
 * 8 rem.
 */
export function CheckInButton({ booking, studio, checkins }: CheckInButtonProps) {
  const { id: booking_id, client_id, client_name, status } = booking
  const checkIn = useCheckIn(`Check in ${client_name ?? 'client'}`)
  const checkOut = useCheckOut()
  const own = checkins.find((one) => one.booking_id === booking_id)
  const isElsewhere = checkins.some((one) => one.client_id === client_id && !one.check_out_time)
  const name = client_name ?? 'client'
  if (own && !own.check_out_time) {
    return (
      <Button
        size="small"
        look="secondary"
        className="whitespace-nowrap"
        aria-label={`Check out ${name}`}
        pending={checkOut.isPending}
        onClick={() => checkOut.mutate({ id: own.id })}
      >
        <LogOut aria-hidden />
        <span className="@max-[8rem]:sr-only">Check Out</span>
      </Button>
    )
  }
  if (client_id === null || status !== 'confirmed' || own || isElsewhere) return null
  return (
    <Button
      size="small"
      className="whitespace-nowrap"
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={() => checkIn.mutate({ studio_id: studio.id, client_id, booking_id })}
    >
      <LogIn aria-hidden />
      <span className="@max-[8rem]:sr-only">Check In</span>
    </Button>
  )
}
