import { cancellableUntil, endDateOf, isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { formatDay, formatTimeOfDay } from '../wording.ts'

/** The place whose time and formats an email has. */
type Place = { timezone: string; country: string | null }
type Cancellable = Place & { status: string; starts_at: string; cancellation_cutoff_hours: number }

/** Until when the client can cancel online; null if that has passed or the session takes no part in it any longer. */
export function cancellationDeadline(
  { status, starts_at, cancellation_cutoff_hours, ...place }: Cancellable,
  now: Date,
) {
  const isOpen = status === 'pending' || status === 'confirmed'
  if (!isOpen || isTooLateToCancel(starts_at, cancellation_cutoff_hours, now)) return null
  return formatDeadline(cancellableUntil(starts_at, cancellation_cutoff_hours), place)
}

/** An instant in the studio's time zone: 'Monday 23 November 2026 at 14:05'. */
export function formatDeadline(instant: string, { timezone, country }: Place): string {
  const { date, time } = localAt(instant, timezone)
  return `${formatDay(date, country)} at ${formatTimeOfDay(time, country)}`
}

type SessionTime = Place & {
  booking_date: string
  start_time: string
  end_time: string
  days: number
  /** How many sessions the email is about; the time is that of the first. */
  sessions: number
}

function untilText({ booking_date, end_time, days, country }: Omit<SessionTime, 'sessions' | 'start_time'>): string {
  const time = formatTimeOfDay(end_time, country)
  if (days === 1) return time
  return days === 2 ? `${time} the next day` : `${formatDay(endDateOf({ booking_date, days }), country)}, ${time}`
}

/** The date and time in the studio's time zone, which is named. */
export function formatTime(session: SessionTime): string {
  const { booking_date, start_time, timezone, country, sessions } = session
  const from = `${formatDay(booking_date, country)}, ${formatTimeOfDay(start_time, country)}`
  const more = sessions > 1 ? `, and ${sessions - 1} more ${sessions === 2 ? 'session' : 'sessions'} of its series` : ''
  return `${from} to ${untilText(session)} (${timezone.replaceAll('_', ' ')} time)${more}`
}
