import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn, LogOut } from 'lucide-react'
import { isAlmostDue } from '#features/bookings/shared/presence.ts'
import { Button } from '#ui/button.tsx'
import { useCheckIn, useCheckOut } from '../api.ts'
import type { ExpectedRow } from '../model/day-rows.ts'

type CheckInExpectedProps = { row: ExpectedRow; studio: Studio; now: Date }

/** Checks the client of an expected session in. Nothing if they are here already, or if that is not known. */
export function CheckInExpected({ row: { booking, presence }, studio, now }: CheckInExpectedProps) {
  const name = booking.client_name ?? 'Client'
  const checkIn = useCheckIn(`Check in ${name}`)
  const { id: booking_id, client_id } = booking
  if (presence === 'here' || presence === 'unknown' || client_id === null) return null
  return (
    <Button
      look={isAlmostDue(booking, now) ? 'primary' : 'secondary'}
      size="small"
      className="shrink-0 whitespace-nowrap max-md:min-h-11 max-md:min-w-30"
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={() => checkIn.mutate({ studio_id: studio.id, client_id, booking_id })}
    >
      <LogIn aria-hidden />
      Check In
    </Button>
  )
}

/** Checks a client out. Nothing if they have left. */
export function CheckOut({ checkin }: { checkin: Checkin }) {
  const checkOut = useCheckOut()
  if (checkin.check_out_time) return null
  return (
    <Button
      look="secondary"
      size="small"
      className="shrink-0 whitespace-nowrap max-md:min-h-11 max-md:min-w-30"
      aria-label={`Check out ${checkin.client_name ?? 'this client'}`}
      pending={checkOut.isPending}
      onClick={() => checkOut.mutate({ id: checkin.id })}
    >
      <LogOut aria-hidden />
      Check Out
    </Button>
  )
}
