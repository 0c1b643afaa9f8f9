import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { canCheckIn } from '@studiohub/contract/features/checkins/policy.ts'
import { LogIn } from 'lucide-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useCheckIn, useCheckins } from '#features/checkins/api.ts'
import { Button } from '#ui/button.tsx'

type CheckInProps = { booking: Booking; context: BookingContext }

/** Checks in the client of a confirmed session on its day. */
export function CheckInOnDay({ booking, context }: CheckInProps) {
  const { booking_date, status, client_id } = booking
  const isExpected = booking_date === context.today && status === 'confirmed' && client_id !== null
  if (!isExpected || !canCheckIn(context.actor, context.studio.id)) return null
  return <CheckIn booking={booking} client_id={client_id} />
}

/** Nothing while the check-ins load, and after the client has come. */
function CheckIn({
  booking: { id: booking_id, studio_id, client_name },
  client_id,
}: {
  booking: Booking
  client_id: string
}) {
  const name = client_name ?? 'client'
  const { data: checkins } = useCheckins(studio_id)
  const checkIn = useCheckIn(`Check in ${name}`)
  const hasCome = checkins?.some(
    (checkin) => checkin.booking_id === booking_id || (checkin.client_id === client_id && !checkin.check_out_time),
  )
  if (hasCome !== false) return null
  return (
    <Button
      className="basis-full"
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={() => checkIn.mutate({ studio_id, client_id, booking_id })}
    >
      <LogIn aria-hidden />
      Check In
    </Button>
  )
}
