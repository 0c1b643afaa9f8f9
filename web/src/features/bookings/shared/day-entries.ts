import type { CalendarBooking, CalendarChange } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'

type DayPart = {
  key: string
  /** `HH:mm` on that day; 00:00 if it began on an earlier day. */
  from: string
  /** `HH:mm`, or 24:00 if it lasts beyond the end of that day. */
  to: string
  /** Whether it began on an earlier day. */
  continued: boolean
  /** The number of this day of the session, and how many days it has: day 2 of 3. */
  day: number
  days: number
}

/** A booking on one day of the calendar. With `request` it is the time reserved by its change request. */
export type CalendarEntry = DayPart & { booking: CalendarBooking; request?: CalendarChange }

/** The resources of an entry. */
export const getEntryResources = ({ booking, request }: Pick<CalendarEntry, 'booking' | 'request'>) =>
  (request ?? booking).resources

const END_OF_DAY = '24:00'

/** How many bookings a day of the month grid shows before '+N more' (spec section 9). */
export const ENTRIES_PER_DAY_MAX = 3

function createEntries(booking: CalendarBooking): [string, CalendarEntry][] {
  const { change_request } = booking
  const bookedEntries = createParts(booking, (part) => ({ booking, key: booking.id, ...part }))
  if (!change_request) return bookedEntries
  const createRequestEntry = (part: Omit<DayPart, 'key'>): CalendarEntry => ({
    booking,
    request: change_request,
    key: `${booking.id} request`,
    ...part,
  })
  return [...bookedEntries, ...createParts(change_request, createRequestEntry)]
}

function createParts(
  { booking_date, start_time, end_time, days: daysTouched }: CalendarBooking | CalendarChange,
  createEntry: (part: Omit<DayPart, 'key'>) => CalendarEntry,
): [string, CalendarEntry][] {
  // A session that ends at midnight has no time on the following day.
  const days = daysTouched > 1 && end_time === '00:00' ? daysTouched - 1 : daysTouched
  return Array.from({ length: days }, (_, index) => [
    plusDays(booking_date, index),
    createEntry({
      from: index === 0 ? start_time : '00:00',
      to: index < daysTouched - 1 ? END_OF_DAY : end_time,
      continued: index > 0,
      day: index + 1,
      days,
    }),
  ])
}

const compareEntries = (a: CalendarEntry, b: CalendarEntry) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to)

/**
 * The entries per date (`yyyy-MM-dd`), by start and end. A session past midnight is on each of its days, and an open change
 * request has its own entry. Cancelled bookings are left out by default.
 */
export function groupEntriesByDay(
  items: readonly CalendarBooking[],
  { withCancelled }: { withCancelled: boolean },
): Map<string, CalendarEntry[]> {
  const days = new Map<string, CalendarEntry[]>()
  const visible = items.filter((booking) => withCancelled || booking.status !== 'cancelled')
  for (const [day, entry] of visible.flatMap(createEntries)) {
    const entries = days.get(day)
    if (entries) entries.push(entry)
    else days.set(day, [entry])
  }
  for (const entries of days.values()) entries.sort(compareEntries)
  return days
}

/** Whether an entry is in the past. A requested time still waits for an answer. */
export const isPastEntry = ({ booking, request }: CalendarEntry, now: Date) =>
  !request && Date.parse(booking.ends_at) <= now.getTime()

/**
 * Splits a day's entries into the visible ones and the hidden ones (`more`); `moreEnded` counts the hidden ones that are over.
 * @param now if the day is today: then running and coming sessions are shown before those that have ended
 * @param isUrgent whether a session takes longer, so that it has not ended
 */
export function splitEntries(
  entries: readonly CalendarEntry[],
  now?: Date,
  isUrgent: (entry: CalendarEntry) => boolean = () => false,
): { visible: readonly CalendarEntry[]; more: number; moreEnded: number } {
  const hasEnded = (entry: CalendarEntry) => now !== undefined && isPastEntry(entry, now) && !isUrgent(entry)
  const current = entries.filter((entry) => !hasEnded(entry))
  // The last ones that have ended are the nearest to now.
  const ended = entries.filter(hasEnded).toReversed()
  const shown = new Set([...current, ...ended].slice(0, ENTRIES_PER_DAY_MAX))
  return {
    // In order of time, as the entries of the day are.
    visible: entries.filter((entry) => shown.has(entry)),
    more: entries.length - shown.size,
    moreEnded: ended.filter((entry) => !shown.has(entry)).length,
  }
}
