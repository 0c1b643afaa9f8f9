import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn, LogOut } from 'lucide-react'
import { isAlmostDue } from '#features/bookings/shared/presence.ts'
import { Button } from '#ui/button.tsx'
import { useCheckIn, useCheckOut } from '../api.ts'

type CheckInButtonProps = { booking: CalendarBooking; studio: Studio; checkins: readonly Checkin[]; now: Date }

/**
 * Checks the client of a session in, until it is over, and later out. Renders nothing if neither is possible. Its
 * words have `data-button-words`, so that a narrow place can hide them. It is filled from an hour before the session.
 */
export function CheckInButton({ booking, studio, checkins, now }: CheckInButtonProps) {
  const { id: booking_id, client_id, client_name, status, ends_at } = booking
  const isDue = isAlmostDue(booking, now)
  const checkIn = useCheckIn(`Check in ${client_name ?? 'client'}`)
  const checkOut = useCheckOut()
  const sessionCheckin = checkins.find((checkin) => checkin.booking_id === booking_id)
  const hasOpenCheckin = checkins.some((checkin) => checkin.client_id === client_id && !checkin.check_out_time)
  const name = client_name ?? 'client'
  if (sessionCheckin && !sessionCheckin.check_out_time) {
    return (
      <Button
        size="small"
        look="secondary"
        className="shrink-0 whitespace-nowrap max-md:min-h-11 max-md:min-w-30"
        title="Check Out"
        aria-label={`Check out ${name}`}
        pending={checkOut.isPending}
        onClick={() => checkOut.mutate({ id: sessionCheckin.id })}
      >
        <LogOut aria-hidden />
        <span data-button-words>Check Out</span>
      </Button>
    )
  }
  const isOver = Date.parse(ends_at) <= now.getTime()
  if (client_id === null || status !== 'confirmed' || isOver || sessionCheckin || hasOpenCheckin) return null
  return (
    <Button
      size="small"
      look={isDue ? 'primary' : 'secondary'}
      className="shrink-0 whitespace-nowrap max-md:min-h-11 max-md:min-w-30"
      title="Check In"
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={() => checkIn.mutate({ studio_id: studio.id, client_id, booking_id })}
    >
      <LogIn aria-hidden />
      <span data-button-words>Check In</span>
    </Button>
  )
}
