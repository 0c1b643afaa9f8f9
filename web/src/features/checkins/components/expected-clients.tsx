import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { shortTimeRangeText } from '@studiohub/contract/shared/formats.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { Clock, LogIn } from 'lucide-react'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { getPresence, isAlmostDue, type Presence } from '#features/bookings/shared/presence.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatRooms, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useCheckIn } from '../api.ts'

type ExpectedProps = {
  studio: Studio
  today: string
  now: Date
  /** Undefined if they are not loaded. */
  checkins: readonly Checkin[] | undefined
  isLoading: boolean
}

/** Whether the client may still come: the session is requested or confirmed, and not over. */
const isExpected = ({ booking_type, client_id, status, ends_at }: Booking, now: Date) =>
  booking_type === 'client_booking' && client_id !== null && reservesTime(status) && Date.parse(ends_at) > now.getTime()

/**
 * Today's sessions whose clients have not checked in yet, with a check-in button. Clients who are here for another session
 * are last. Without the check-ins, nobody is late and there are no buttons.
 */
export function ExpectedClients({ studio, today, now, checkins, isLoading }: ExpectedProps) {
  const bookings = useBookingsBetween(studio.id, { from: today, to: today })
  const isCheckedIn = (booking: Booking) => checkins?.some(({ booking_id }) => booking_id === booking.id)
  const isHere = ({ client_id }: Booking) =>
    checkins?.some((checkin) => checkin.client_id === client_id && !checkin.check_out_time) ?? false
  return (
    <section aria-labelledby="expected" className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="expected" className="text-lg font-semibold">
          Expected today
        </h2>
        <p className="text-sm text-muted-foreground max-md:sr-only">
          Clients with a session today who are not checked in yet.
        </p>
      </div>
      <div data-ui-card className="rounded-md border border-border bg-card p-4 has-[ul]:py-1 sm:px-5">
        <QueryView
          query={{ ...bookings, data: isLoading ? undefined : bookings.data }}
          loadingText="Loading bookings..."
          errorTitle="Failed to load bookings"
        >
          {({ items }) => {
            const expected = items
              .filter((booking) => isExpected(booking, now) && !isCheckedIn(booking))
              .toSorted((a, b) => Number(isHere(a)) - Number(isHere(b)))
            const next = expected.find((booking) => !isHere(booking) && Date.parse(booking.starts_at) > now.getTime())
            if (expected.length === 0)
              return (
                <p className="text-sm text-muted-foreground">
                  {items.some((booking) => isExpected(booking, now))
                    ? 'All expected clients are checked in.'
                    : 'No client has a session today.'}
                </p>
              )
            return (
              <ul
                aria-label="Expected today"
                className="grid grid-cols-1 divide-y divide-border md:grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_auto] md:gap-x-4"
              >
                {expected.map((booking) => (
                  <ExpectedClient
                    key={booking.id}
                    booking={booking}
                    studio={studio}
                    presence={!checkins ? 'unknown' : isHere(booking) ? 'here' : getPresence(booking, [], now)}
                    isNext={booking === next}
                    isDue={isAlmostDue(booking, now)}
                  />
                ))}
              </ul>
            )
          }}
        </QueryView>
      </div>
    </section>
  )
}

type ExpectedClientProps = {
  booking: Booking
  studio: Studio
  presence: Presence | 'here' | 'unknown'
  isNext: boolean
  isDue: boolean
}

function ExpectedClient({ booking, studio, presence, isNext, isDue }: ExpectedClientProps) {
  const services = useServices(studio.id)
  const { start_time, end_time, days } = booking
  const rooms = formatRooms(booking)
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 gap-y-0.5 py-1.5 text-sm md:py-1 md:col-span-full md:min-h-12 md:grid-cols-subgrid">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 md:col-start-2 md:row-start-1">
        <span className="min-w-0 truncate font-medium">{booking.client_name ?? 'Client'}</span>
        {typeof presence === 'object' && presence.kind === 'late' ? (
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
          'col-start-1 row-start-2 truncate tabular-nums max-md:text-xs max-md:text-muted-foreground md:row-start-1',
          isNext ? 'md:font-semibold' : 'md:text-muted-foreground',
        )}
      >
        {days === 1 ? shortTimeRangeText(start_time, end_time) : formatTimes(booking)}
        <span className="md:hidden">{rooms && ` · ${rooms}`}</span>
      </span>
      <span className="truncate text-muted-foreground max-md:hidden md:col-start-3 md:row-start-1">
        {serviceLabel(booking, services.data ?? [])}
      </span>
      <span className="truncate text-muted-foreground max-md:hidden md:col-start-4 md:row-start-1">{rooms}</span>
      <span className="col-start-2 row-span-2 row-start-1 justify-self-end md:col-start-5 md:row-span-1">
        <Arrival booking={booking} studio={studio} presence={presence} isDue={isDue} />
      </span>
    </li>
  )
}

/** The button that checks the client in; only words if they are here, nothing if that is not known. */
function Arrival({ booking, studio, presence, isDue }: Omit<ExpectedClientProps, 'isNext'>) {
  const name = booking.client_name ?? 'Client'
  const checkIn = useCheckIn(`Check in ${name}`)
  const checkInClient = () => {
    if (booking.client_id === null) return
    checkIn.mutate({ studio_id: studio.id, client_id: booking.client_id, booking_id: booking.id })
  }
  if (presence === 'here') return <span className="text-muted-foreground">Already here</span>
  if (presence === 'unknown') return null
  return (
    <Button
      look={isDue ? 'primary' : 'secondary'}
      size="small"
      className="shrink-0 max-md:min-h-11"
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={checkInClient}
    >
      <LogIn aria-hidden />
      Check In
    </Button>
  )
}
