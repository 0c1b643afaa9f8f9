import { type CalendarEntry, splitEntries } from '#features/bookings/shared/day-entries.ts'
import { getEntryStyle, statusInks } from '#features/bookings/shared/status.tsx'

/** The number of bookings of a day: '2 bookings', 'no bookings'. Change requests are no bookings of their own. */
export function countText(entries: readonly CalendarEntry[]): string {
  const count = entries.filter(({ request }) => !request).length
  return count === 0 ? 'no bookings' : `${count} ${count === 1 ? 'booking' : 'bookings'}`
}

/**
 * The colors of up to three dots for the entries of a day. Blocked time is gray, and a session that the desk should look at is
 * amber.
 * @param now if the day is today: then running and coming sessions have a dot before those that have ended
 */
export function getDotColors(
  entries: readonly CalendarEntry[],
  now?: Date,
  isUrgent: (entry: CalendarEntry) => boolean = () => false,
): string[] {
  return splitEntries(entries, now, isUrgent).visible.map((entry) => {
    if (isUrgent(entry)) return statusInks.pending
    return entry.booking.booking_type === 'blocked_time' ? 'text-muted-foreground' : getEntryStyle(entry).ink
  })
}
