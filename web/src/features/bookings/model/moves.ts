import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import { SESSION_DAYS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { minutesLong } from '@studiohub/contract/shared/length.ts'
import { MINUTES_A_DAY, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'
import { daysUntil } from './free-time.ts'
import { STEP_MINUTES } from './lanes.ts'

export const formatMinute = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A session with this length and start minute. */
export function getSessionTimes(booking_date: string, from: number, minutes: number): SessionTimes {
  const to = from + minutes
  return { booking_date, start_time: formatMinute(from), end_time: formatMinute(to % MINUTES_A_DAY), ...daysUntil(to) }
}

const LONGEST = SESSION_DAYS_MAX * MINUTES_A_DAY

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The session after a move to another time. It starts on the target day. */
export function moved(session: SessionTimes, by: { days: number; minutes: number }): SessionTimes {
  const from = within(minutesOf(session.start_time) + by.minutes, 0, MINUTES_A_DAY - STEP_MINUTES)
  return getSessionTimes(plusDays(session.booking_date, by.days), from, minutesLong(session))
}

/** The session after resizing one end: at least one step long, at most 14 days. */
export function resizeSession(session: SessionTimes, edge: 'start' | 'end', minutes: number): SessionTimes {
  const [from, long] = [minutesOf(session.start_time), minutesLong(session)]
  if (edge === 'end') return getSessionTimes(session.booking_date, from, within(long + minutes, STEP_MINUTES, LONGEST))
  const start = within(from + minutes, 0, from + long - STEP_MINUTES)
  return getSessionTimes(session.booking_date, start, Math.min(long + from - start, LONGEST))
}

export const isSame = (one: SessionTimes, other: SessionTimes) =>
  one.booking_date === other.booking_date &&
  one.start_time === other.start_time &&
  one.end_time === other.end_time &&
  one.days === other.days
