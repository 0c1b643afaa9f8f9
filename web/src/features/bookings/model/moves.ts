import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import { SESSION_DAYS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { MINUTES_PER_DAY, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { getDaysFields } from './free-time.ts'
import { STEP_MINUTES } from './lanes.ts'

export const formatMinute = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The times of a session that starts at minute `from` of a day and lasts `minutes`. */
export function getSessionTimes(booking_date: string, from: number, minutes: number): SessionTimes {
  const to = from + minutes
  return {
    booking_date,
    start_time: formatMinute(from),
    end_time: formatMinute(to % MINUTES_PER_DAY),
    ...getDaysFields(to),
  }
}

const MINUTES_MAX = SESSION_DAYS_MAX * MINUTES_PER_DAY

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The session after a move to another time. It starts on the target day. */
export function moveSession(session: SessionTimes, shift: { days: number; minutes: number }): SessionTimes {
  const from = clamp(toMinutes(session.start_time) + shift.minutes, 0, MINUTES_PER_DAY - STEP_MINUTES)
  return getSessionTimes(plusDays(session.booking_date, shift.days), from, sessionMinutes(session))
}

/** The session after resizing one end: at least one step long, at most 14 days. */
export function resizeSession(session: SessionTimes, edge: 'start' | 'end', minutes: number): SessionTimes {
  const [from, length] = [toMinutes(session.start_time), sessionMinutes(session)]
  if (edge === 'end')
    return getSessionTimes(session.booking_date, from, clamp(length + minutes, STEP_MINUTES, MINUTES_MAX))
  const start = clamp(from + minutes, 0, from + length - STEP_MINUTES)
  return getSessionTimes(session.booking_date, start, Math.min(length + from - start, MINUTES_MAX))
}

export const hasSameTimes = (a: SessionTimes, b: SessionTimes) =>
  a.booking_date === b.booking_date && a.start_time === b.start_time && a.end_time === b.end_time && a.days === b.days
