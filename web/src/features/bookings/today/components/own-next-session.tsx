import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { isAhead, ownSessions } from '#features/bookings/model/schedule.ts'
import {
  type CheckInOfDay,
  describePresence,
  getPresence,
  isAlmostDue,
  needsDesk,
} from '#features/bookings/shared/presence.ts'
import {
  formatDayOfYear,
  formatNearDay,
  formatRooms,
  formatTimes,
  serviceLabel,
} from '#features/bookings/shared/wording.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DottedParts } from './dotted-parts.tsx'

/** The days of `ComingUp`, so that both share one call. */
const DAYS = 7

type OwnNextSessionProps = {
  context: BookingContext
  /** Undefined until they are loaded. */
  arrivals: readonly CheckInOfDay[] | undefined
  /** A button that checks the client in; null if it does not apply. */
  renderCheckIn: (booking: CalendarBooking) => ReactNode
  onOpen: (id: string) => void
}

/** The next session to which the current user is assigned, with one button. `TodayBoard` shows why it did not load. */
export function OwnNextSession({ context, arrivals, renderCheckIn, onOpen }: OwnNextSessionProps) {
  const { studio, today, now, people, actor } = context
  const todays = useBookingsBetween(studio.id, { from: plusDays(today, -1), to: today })
  const later = useBookingsBetween(studio.id, { from: plusDays(today, 1), to: plusDays(today, DAYS) })
  if (todays.error || later.error) return null
  if (!todays.data || !later.data) return <Skeleton className="h-24" />
  const [next] = ownSessions([...todays.data.items, ...later.data.items], people, actor.user_id)
    .filter((booking) => isAhead(booking, now))
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  if (!next) {
    return (
      <p className="text-sm text-muted-foreground">
        You have no session in the next {DAYS} days.{' '}
        <Link to={paths.staffSchedule} className="text-link underline underline-offset-4">
          Open the schedule
        </Link>
      </p>
    )
  }
  const presence = getPresence(next, arrivals, now)
  const state = describePresence(presence, createTimeFormatter(studio.timezone))
  // Checking in is next from an hour before the session.
  const checkIn = next.booking_date === today && isAlmostDue(next, now) && renderCheckIn(next)
  const title = next.client_name ?? serviceLabel(next, context.services)
  const service = next.client_name && serviceLabel(next, context.services)
  return (
    <section
      aria-labelledby="own-next-session"
      className="flex items-center justify-between gap-4 rounded-md border border-l-3 border-border border-l-primary bg-card px-4 py-3 md:w-fit md:max-w-full md:gap-12"
    >
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <h2 id="own-next-session" className="text-sm text-muted-foreground">
          Your next session
        </h2>
        <p className="text-lg leading-6 font-semibold tabular-nums">
          {formatNearDay(next.booking_date, today) ?? formatDayOfYear(next.booking_date)},{' '}
          <span className="whitespace-nowrap">{formatTimes(next)}</span>
        </p>
        <p className="text-sm font-medium">
          <DottedParts parts={[title, service, formatRooms(next)]} restClasses="font-normal text-muted-foreground" />
        </p>
        {state && (
          <p className={cx('text-sm tabular-nums', needsDesk(presence) ? 'font-medium text-pending' : 'text-link')}>
            {state}
          </p>
        )}
      </div>
      {checkIn || (
        <Button
          look="secondary"
          size="small"
          className="shrink-0 max-md:min-h-11"
          aria-haspopup="dialog"
          onClick={() => onOpen(next.id)}
        >
          Details
        </Button>
      )}
    </section>
  )
}
