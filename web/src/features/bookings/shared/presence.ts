import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'

/** A check-in of the day, with the data that decides a session's state. Times are ISO 8601. */
export type CheckInOfDay = {
  booking_id: string | null
  client_id: string | null
  check_in_time: string
  check_out_time: string | null
}

/**
 * The state of a session on its day. `minutes` is the time since the start (`late`, `in`), since the end (`overtime`) or
 * until the start (`due`). `missed`: over, and its client was not checked in, unlike others of the day. `unknown`: the check-ins
 * are not loaded yet.
 */
export type Presence =
  | { kind: 'blocked' | 'request' | 'ended' | 'missed' | 'internal' | 'unknown' }
  | { kind: 'due' | 'late' | 'in' | 'overtime'; minutes: number }
  | { kind: 'checked_out'; at: string }

/** What a calendar or list says about a session of today: '18 min late'; empty if there is nothing to say. */
export type DayPresence = { state: string; isUrgent: boolean; isOver: boolean }

/** A client counts as late only after this many minutes. */
const GRACE_MINUTES = 5
const LATE_MAX_MINUTES = 12 * 60

/** @param checkIns the check-ins of the day, newest first; undefined until they are loaded */
export function getPresence(
  booking: CalendarBooking,
  checkIns: readonly CheckInOfDay[] | undefined,
  now: Date,
): Presence {
  const { booking_type, status, starts_at, ends_at, client_id } = booking
  const minutesSince = (instant: string) => Math.floor((now.getTime() - Date.parse(instant)) / MINUTE_MS)
  if (booking_type === 'blocked_time') return { kind: 'blocked' }
  const checkIn = checkIns?.find(({ booking_id }) => booking_id === booking.id)
  if (checkIn?.check_out_time) return { kind: 'checked_out', at: checkIn.check_out_time }
  if (checkIn) {
    const overtime = minutesSince(ends_at)
    return overtime > 0 ? { kind: 'overtime', minutes: overtime } : { kind: 'in', minutes: minutesSince(starts_at) }
  }
  if (minutesSince(ends_at) >= 0) return { kind: isMissed(booking, checkIns) ? 'missed' : 'ended' }
  if (status === 'completed') return { kind: 'ended' }
  if (status === 'pending') return { kind: 'request' }
  if (client_id === null) return { kind: 'internal' }
  if (!checkIns) return { kind: 'unknown' }
  const late = minutesSince(starts_at)
  // On the later days of a session, there is no fixed time to arrive.
  if (booking.days > 1 && late >= LATE_MAX_MINUTES) return { kind: 'due', minutes: 0 }
  return late >= GRACE_MINUTES ? { kind: 'late', minutes: late } : { kind: 'due', minutes: -late }
}

// A studio that checks no client in says nothing about this one. Clients of several days may have come on an earlier day.
const isMissed = ({ client_id, status, days }: CalendarBooking, checkIns: readonly CheckInOfDay[] = []) =>
  client_id !== null &&
  status !== 'pending' &&
  days === 1 &&
  checkIns.length > 0 &&
  !checkIns.some((checkIn) => checkIn.client_id === client_id)

/** Whether the session begins now, or has begun so recently that its client is not late. */
export const isDueNow = (presence: Presence) => presence.kind === 'due' && presence.minutes <= 0

/** A session that begins later is described by its time alone. */
const DUE_SHOWN_MINUTES = 2 * 60

export const DUE_NOW = 'Due now'

/** The state in words: '40 min overtime', 'Due in 2 h'; empty if the status or the time already says it. */
export function describePresence(presence: Presence, formatTime: (instant: string) => string): string {
  switch (presence.kind) {
    case 'due':
      if (presence.minutes > DUE_SHOWN_MINUTES) return ''
      return isDueNow(presence) ? DUE_NOW : `Due in ${lengthText(presence.minutes)}`
    case 'late':
      return `Not here yet, ${lengthText(presence.minutes)} late`
    case 'in':
      return 'Here'
    case 'overtime':
      return `${lengthText(presence.minutes)} overtime`
    case 'checked_out':
      return `Left at ${formatTime(presence.at)}`
    case 'ended':
      return 'Ended'
    case 'missed':
      return 'Ended, not checked in'
    case 'request':
      return 'Waiting for your answer'
    default:
      return ''
  }
}

/** Like `describePresence`, for narrow places. */
export function describePresenceBriefly(presence: Presence, formatTime: (instant: string) => string): string {
  if (presence.kind === 'late') return `${lengthText(presence.minutes)} late`
  return presence.kind === 'missed' ? 'Not checked in' : describePresence(presence, formatTime)
}

const ALMOST_DUE_MS = 60 * MINUTE_MS

/** Whether a session begins within the hour or has begun, so that checking its client in is the next thing to do. */
export const isAlmostDue = ({ starts_at }: Pick<CalendarBooking, 'starts_at'>, now: Date) =>
  Date.parse(starts_at) - now.getTime() < ALMOST_DUE_MS

/** Whether nothing more happens in this session today. */
export const hasEnded = ({ kind }: Presence) => kind === 'ended' || kind === 'missed' || kind === 'checked_out'

/** Whether the desk should look at this session now. */
export const needsDesk = ({ kind }: Presence) => kind === 'late' || kind === 'overtime'
