import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'

/** A client's arrival at the studio, with the data that decides a session's state. Times are ISO 8601. */
export type Arrival = {
  booking_id: string | null
  client_id: string | null
  check_in_time: string
  check_out_time: string | null
}

/**
 * The state of a session on its day. `minutes` is the time since the start (`late`, `in`), since the end (`overrun`) or
 * until the start (`due`). `unknown`: without the check-ins, nobody knows whether the client is here.
 */
export type Presence =
  | { kind: 'blocked' | 'request' | 'over' | 'internal' | 'unknown' }
  | { kind: 'due' | 'late' | 'in' | 'overrun'; minutes: number }
  | { kind: 'left'; at: string }

const MINUTE_MS = 60_000
/** A client counts as late only after this many minutes. */
const GRACE_MINUTES = 5
const LATE_MAX_MINUTES = 12 * 60

/** @param arrivals the arrivals of the day, newest first; undefined until they are loaded */
export function getPresence(booking: CalendarBooking, arrivals: readonly Arrival[] | undefined, now: Date): Presence {
  const { booking_type, status, starts_at, ends_at, client_id } = booking
  const minutesSince = (instant: string) => Math.floor((now.getTime() - Date.parse(instant)) / MINUTE_MS)
  if (booking_type === 'blocked_time') return { kind: 'blocked' }
  const arrival = arrivals?.find(({ booking_id }) => booking_id === booking.id)
  if (arrival?.check_out_time) return { kind: 'left', at: arrival.check_out_time }
  if (arrival) {
    const over = minutesSince(ends_at)
    return over > 0 ? { kind: 'overrun', minutes: over } : { kind: 'in', minutes: minutesSince(starts_at) }
  }
  if (status === 'completed' || minutesSince(ends_at) >= 0) return { kind: 'over' }
  if (status === 'pending') return { kind: 'request' }
  if (client_id === null) return { kind: 'internal' }
  if (!arrivals) return { kind: 'unknown' }
  const late = minutesSince(starts_at)
  // On the later days of a session, there is no fixed time to arrive.
  if (booking.days > 1 && late >= LATE_MAX_MINUTES) return { kind: 'due', minutes: 0 }
  return late >= GRACE_MINUTES ? { kind: 'late', minutes: late } : { kind: 'due', minutes: -late }
}

/** A session that begins later is described by its time alone. */
const DUE_SHOWN_MINUTES = 2 * 60

/** The state in words: '40 min over', 'Due in 2 h'; empty if the status or the time already says it. */
export function describePresence(presence: Presence, formatTime: (instant: string) => string): string {
  switch (presence.kind) {
    case 'due':
      if (presence.minutes > DUE_SHOWN_MINUTES) return ''
      return presence.minutes > 0 ? `Due in ${lengthText(presence.minutes)}` : 'Due now'
    case 'late':
      return `Not here yet, ${lengthText(presence.minutes)} late`
    case 'in':
      return 'Here'
    case 'overrun':
      return `${lengthText(presence.minutes)} over`
    case 'left':
      return `Left at ${formatTime(presence.at)}`
    case 'over':
      return 'Over'
    case 'request':
      return 'Waiting for your answer'
    default:
      return ''
  }
}

/** Like `describePresence`, for narrow places. */
export const describePresenceShortly = (presence: Presence, formatTime: (instant: string) => string): string =>
  presence.kind === 'late' ? `${lengthText(presence.minutes)} late` : describePresence(presence, formatTime)

/** Whether nothing more happens in this session today. */
export const hasEnded = ({ kind }: Presence) => kind === 'over' || kind === 'left'

/** Whether the desk should look at this session now. */
export const needsAttention = ({ kind }: Presence) => kind === 'late' || kind === 'overrun'
