import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn, LogOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useCheckIn, useCheckOut } from '../api.ts'

const SOON_MS = 60 * 60_000

type CheckInButtonProps = { booking: CalendarBooking; studio: Studio; checkins: readonly Checkin[]; now: Date }

/**
 * Checks the client of a session in, and later out. Renders nothing if neither is possible. In a narrow container, and on
 * phones more than an hour before the session, it shows only an icon. It is filled once the session has begun.
 */
export function CheckInButton({ booking, studio, checkins, now }: CheckInButtonProps) {
  const { id: booking_id, client_id, client_name, status, starts_at } = booking
  const untilStart = Date.parse(starts_at) - now.getTime()
  const isSoon = untilStart < SOON_MS
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
        className="shrink-0 whitespace-nowrap max-md:min-h-11"
        aria-label={`Check out ${name}`}
        pending={checkOut.isPending}
        onClick={() => checkOut.mutate({ id: sessionCheckin.id })}
      >
        <LogOut aria-hidden />
        <span className="@max-[12rem]:sr-only">Check Out</span>
      </Button>
    )
  }
  if (client_id === null || status !== 'confirmed' || sessionCheckin || hasOpenCheckin) return null
  return (
    <Button
      size="small"
      look={untilStart < 0 ? 'primary' : isSoon ? 'tinted' : 'quiet'}
      className="shrink-0 whitespace-nowrap max-md:min-h-11 max-md:min-w-11"
      title="Check In"
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={() => checkIn.mutate({ studio_id: studio.id, client_id, booking_id })}
    >
      <LogIn aria-hidden />
      <span className={cx('@max-[12rem]:sr-only', !isSoon && 'max-md:sr-only')}>Check In</span>
    </Button>
  )
}
