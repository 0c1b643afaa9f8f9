import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { type CheckInOfDay, getPresence, hasEnded } from '#features/bookings/shared/presence.ts'

/** Whether sessions of a day are running or will begin, all are over, or there are none. */
export type DayState = 'open' | 'over' | 'empty'

/** The state of today. A client who stays longer and a requested change keep it open. */
export function getDayState(
  entries: readonly CalendarEntry[],
  arrivals: readonly CheckInOfDay[] | undefined,
  now: Date,
): DayState {
  if (entries.length === 0) return 'empty'
  const isOver = ({ booking, request }: CalendarEntry) => {
    if (request) return false
    if (booking.booking_type === 'blocked_time') return Date.parse(booking.ends_at) <= now.getTime()
    return hasEnded(getPresence(booking, arrivals, now))
  }
  return entries.every(isOver) ? 'over' : 'open'
}
