import { cancellableUntil, endDateOf, isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { formatDay } from '../wording.ts'

type Cancellable = { status: string; starts_at: string; timezone: string; cancellation_cutoff_hours: number }

/** Until when the client can cancel online; null if that has passed or the session takes no part in it any longer. */
export function cancellationDeadline(
  { status, starts_at, timezone, cancellation_cutoff_hours }: Cancellable,
  now: Date,
) {
  const isOpen = status === 'pending' || status === 'confirmed'
  if (!isOpen || isTooLateToCancel(starts_at, cancellation_cutoff_hours, now)) return null
  return formatDeadline(cancellableUntil(starts_at, cancellation_cutoff_hours), timezone)
}

/** An instant in the studio's time zone: 'Monday 23 November 2026 at 14:05'. */
export function formatDeadline(instant: string, zone: string): string {
  const { date, time } = localAt(instant, zone)
  return `${formatDay(date)} at ${time}`
}

type SessionTime = {
  booking_date: string
  start_time: string
  end_time: string
  days: number
  timezone: string
  /** How many sessions the email is about; the time is that of the first. */
  sessions: number
}

function untilText({ booking_date, end_time, days }: Pick<SessionTime, 'booking_date' | 'end_time' | 'days'>): string {
  if (days === 1) return end_time
  return days === 2 ? `${end_time} the next day` : `${formatDay(endDateOf({ booking_date, days }))}, ${end_time}`
}

/** The date and time in the studio's time zone, which is named. */
export function formatTime({ booking_date, start_time, end_time, days, timezone, sessions }: SessionTime): string {
  const day = formatDay(booking_date)
  const until = untilText({ booking_date, end_time, days })
  const more = sessions > 1 ? `, and ${sessions - 1} more ${sessions === 2 ? 'session' : 'sessions'} of its series` : ''
  return `${day}, ${start_time} to ${until} (${timezone.replaceAll('_', ' ')} time)${more}`
}
