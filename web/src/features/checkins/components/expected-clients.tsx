import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { Clock, LogIn } from 'lucide-react'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { getPresence } from '#features/bookings/shared/presence.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatRooms, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useCheckIn } from '../api.ts'

type ExpectedProps = { studio: Studio; today: string; now: Date; checkins: readonly Checkin[] }

/** Whether the client may still come: the session is requested or confirmed. */
const isExpected = ({ booking_type, client_id, status }: Booking) =>
  booking_type === 'client_booking' && client_id !== null && (status === 'pending' || status === 'confirmed')

/** Today's sessions whose clients have not checked in yet, with a check-in button. */
export function ExpectedClients({ studio, today, now, checkins }: ExpectedProps) {
  const bookings = useBookingsBetween(studio.id, { from: today, to: today })
  const isCheckedIn = (booking: Booking) => checkins.some(({ booking_id }) => booking_id === booking.id)
  return (
    <Card
      title="Expected today"
      description={<span className="max-md:sr-only">Clients with a session today who are not checked in yet.</span>}
    >
      <QueryView query={bookings} loadingText="Loading bookings..." errorTitle="Failed to load bookings">
        {({ items }) => {
          const expected = items.filter((booking) => isExpected(booking) && !isCheckedIn(booking))
          const next = expected.find(({ starts_at }) => Date.parse(starts_at) > now.getTime())
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
                  now={now}
                  isNext={booking === next}
                  isClientHere={checkins.some(
                    (checkin) => checkin.client_id === booking.client_id && !checkin.check_out_time,
                  )}
                />
              ))}
            </ul>
          )
        }}
      </QueryView>
    </Card>
  )
}

type ExpectedClientProps = { booking: Booking; studio: Studio; now: Date; isNext: boolean; isClientHere: boolean }

function ExpectedClient({ booking, studio, now, isNext, isClientHere }: ExpectedClientProps) {
  const services = useServices(studio.id)
  const presence = getPresence(booking, [], now)
  const isLate = presence.kind === 'late'
  const name = booking.client_name ?? 'Client'
  const rooms = formatRooms(booking)
  const checkIn = useCheckIn(`Check in ${name}`)
  const checkInClient = () => {
    if (booking.client_id === null) return
    checkIn.mutate({ studio_id: studio.id, client_id: booking.client_id, booking_id: booking.id })
  }
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-1 md:min-h-12">
      <div className="grid min-w-0 grow grid-cols-1 items-center gap-x-4 text-sm md:grid-cols-[8rem_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)]">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 md:order-1">
          <span className="min-w-0 truncate font-medium">{name}</span>
          {isLate ? (
            <Badge tone="pending" icon={Clock}>
              {lengthText(presence.minutes)} late
            </Badge>
          ) : (
            booking.status !== 'confirmed' && <StatusBadge status={booking.status} />
          )}
          {isNext && <Badge tone="accent">Next</Badge>}
        </span>
        <span
          className={cx(
            'tabular-nums max-md:text-xs max-md:text-muted-foreground',
            isNext ? 'md:font-semibold' : 'md:text-muted-foreground',
          )}
        >
          {formatTimes(booking)}
          <span className="md:hidden">{rooms && ` · ${rooms}`}</span>
        </span>
        <span className="truncate text-muted-foreground max-md:hidden md:order-2">
          {serviceLabel(booking, services.data ?? [])}
        </span>
        <span className="truncate text-muted-foreground max-md:hidden md:order-3">{rooms}</span>
      </div>
      {isClientHere ? (
        <span className="text-sm text-muted-foreground">Already here</span>
      ) : (
        <Button
          look={isLate ? 'primary' : isNext ? 'tinted' : 'secondary'}
          size="small"
          className="shrink-0 max-md:min-h-11"
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
