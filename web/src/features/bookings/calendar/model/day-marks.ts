import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { getEntryStyle } from '#features/bookings/shared/status.tsx'

const MARKS_MAX = 3

/** The number of bookings of a day: '2 bookings', 'no bookings'. Change requests are no bookings of their own. */
export function countText(entries: readonly CalendarEntry[]): string {
  const count = entries.filter(({ request }) => !request).length
  return count === 0 ? 'no bookings' : `${count} ${count === 1 ? 'booking' : 'bookings'}`
}

/** The colors of up to three dots for the entries of a day. Blocked time is gray. */
export const getDotColors = (entries: readonly CalendarEntry[]): string[] =>
  entries
    .slice(0, MARKS_MAX)
    .map((entry) =>
      entry.booking.booking_type === 'blocked_time' ? 'text-muted-foreground' : getEntryStyle(entry).ink,
    )
