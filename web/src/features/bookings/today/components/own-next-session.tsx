import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
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
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DottedParts } from '../../shared/dotted-parts.tsx'
import { isHereAlready } from '../model/is-here-already.ts'
import { findOwnNextSession } from '../model/own-next-session.ts'

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

/** The next session to which the current user is assigned. A click opens it. `TodayBoard` shows why it did not load. */
export function OwnNextSession({ context, arrivals, renderCheckIn, onOpen }: OwnNextSessionProps) {
  const { studio, today, now } = context
  const todays = useBookingsBetween(studio.id, { from: plusDays(today, -1), to: today })
  const later = useBookingsBetween(studio.id, { from: plusDays(today, 1), to: plusDays(today, DAYS) })
  if (todays.error || later.error) return null
  if (!todays.data || !later.data) return <Skeleton className="h-24" />
  const next = findOwnNextSession([...todays.data.items, ...later.data.items], context)
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
  const isToday = next.booking_date === today
  const isHere = isToday && isHereAlready(next, presence, arrivals)
  const state = isHere ? 'Already here' : describePresence(presence, createTimeFormatter(studio.timezone))
  // Checking in is next from an hour before the session.
  const checkIn = isToday && isAlmostDue(next, now) && renderCheckIn(next)
  const title = next.client_name ?? serviceLabel(next, context.services)
  const service = next.client_name && serviceLabel(next, context.services)
  return (
    <section
      aria-labelledby="own-next-session"
      className="relative flex items-center justify-between gap-4 rounded-md border border-l-3 border-border border-l-primary bg-card px-4 py-3 hover:bg-muted"
    >
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <div className="flex flex-wrap gap-x-1 text-sm text-muted-foreground">
          <h2 id="own-next-session">Your next session</h2>
          <span>· {formatNearDay(next.booking_date, today) ?? formatDayOfYear(next.booking_date)}</span>
        </div>
        {/* The whole card is its target. */}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(next.id)}
          className="grid grid-cols-1 gap-0.5 text-left after:absolute after:inset-0 after:rounded-md"
        >
          <span className="text-lg leading-6 font-semibold tabular-nums">{formatTimes(next)}</span>
          <span className="text-sm font-medium">
            <DottedParts parts={[title, service, formatRooms(next)]} restClasses="font-normal text-muted-foreground" />
          </span>
        </button>
        {state && (
          <p
            className={cx(
              'text-sm tabular-nums',
              needsDesk(presence) && !isHere ? 'font-medium text-pending' : 'text-link',
            )}
          >
            {state}
          </p>
        )}
      </div>
      {checkIn ? (
        <div className="relative shrink-0">{checkIn}</div>
      ) : (
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      )}
    </section>
  )
}
