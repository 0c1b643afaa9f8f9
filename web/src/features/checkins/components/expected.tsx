import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn } from 'lucide-react'
import { useBookingsBetween, useServices } from '#features/bookings/api.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useCheckIn } from '../api.ts'

type ExpectedProps = { studio: Studio; today: string; checkins: readonly Checkin[] }

/** Whether the client may still come: the session has not ended and is not cancelled. */
const isExpected = ({ booking_type, client_id, status }: Booking) =>
  booking_type === 'client_booking' && client_id !== null && (status === 'pending' || status === 'confirmed')

/** Today's sessions whose clients have not checked in yet, with a check-in button. */
export function Expected({ studio, today, checkins }: ExpectedProps) {
  const bookings = useBookingsBetween(studio.id, { from: today, to: today })
  const isCheckedIn = (booking: Booking) => checkins.some(({ booking_id }) => booking_id === booking.id)
  return (
    <Card title="Expected today" description="Clients with a session today who are not checked in yet.">
      <QueryView query={bookings} loadingText="Loading bookings..." errorTitle="Failed to load bookings">
        {({ items }) => {
          const expected = items.filter((booking) => isExpected(booking) && !isCheckedIn(booking))
          if (expected.length === 0)
            return (
              <p className="text-sm text-muted-foreground">
                {items.some(isExpected) ? 'All expected clients are checked in.' : 'No client has a session today.'}
              </p>
            )
          return (
            <ul aria-label="Expected today" className="grid divide-y divide-border">
              {expected.map((booking) => (
                <ExpectedClient
                  key={booking.id}
                  booking={booking}
                  studio={studio}
                  isInside={checkins.some((one) => one.client_id === booking.client_id && !one.check_out_time)}
                />
              ))}
            </ul>
          )
        }}
      </QueryView>
    </Card>
  )
}

type ExpectedClientProps = { booking: Booking; studio: Studio; isInside: boolean }

function ExpectedClient({ booking, studio, isInside }: ExpectedClientProps) {
  const services = useServices(studio.id)
  const name = booking.client_name ?? 'Client'
  const checkIn = useCheckIn(`Check in ${name}`)
  const checkInClient = () => {
    if (booking.client_id === null) return
    checkIn.mutate({ studio_id: studio.id, client_id: booking.client_id, booking_id: booking.id })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <StatusBadge status={booking.status} />
        </span>
        <span className="text-sm text-muted-foreground tabular-nums">
          {formatTimes(booking)}, {serviceLabel(booking, services.data ?? [])}
        </span>
      </div>
      {isInside ? (
        <span className="text-sm text-muted-foreground">Already here</span>
      ) : (
        <Button
          className="max-md:w-full"
          aria-label={`Check in ${name}`}
          pending={checkIn.isPending}
          onClick={checkInClient}
        >
          <LogIn aria-hidden />
          Check In
        </Button>
      )}
    </li>
  )
}
