import type { Booking, ChangeRequest } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'

type Part = {
  key: string
  /** `HH:mm` on that day; 00:00 where it began the day before. */
  from: string
  /** `HH:mm`, or 24:00 where it lasts past the end of that day. */
  to: string
  /** Whether it began the day before. */
  continued: boolean
}

/** A booking on one day of the calendar; with `request`, the time reserved by its change request. */
export type Entry = Part & { booking: Booking; request?: ChangeRequest }

/** The resources of an entry. */
export const getEntryResources = ({ booking, request }: Pick<Entry, 'booking' | 'request'>) =>
  (request ?? booking).resources

const END_OF_DAY = '24:00'

/** Number of bookings in a day of the grid before '+N more' (spec section 9). */
export const ENTRIES_A_DAY_MAX = 3

function entriesOf(booking: Booking): [string, Entry][] {
  const { change_request } = booking
  const own = partsOf(booking, (part) => ({ booking, key: booking.id, ...part }))
  if (!change_request) return own
  const asked = (part: Omit<Part, 'key'>): Entry => ({
    booking,
    request: change_request,
    key: `${booking.id} request`,
    ...part,
  })
  return [...own, ...partsOf(change_request, asked)]
}

function partsOf(
  { booking_date, start_time, end_time, ends_next_day }: Booking | ChangeRequest,
  entry: (part: Omit<Part, 'key'>) => Entry,
): [string, Entry][] {
  if (!ends_next_day) return [[booking_date, entry({ from: start_time, to: end_time, continued: false })]]
  const evening: [string, Entry] = [booking_date, entry({ from: start_time, to: END_OF_DAY, continued: false })]
  if (end_time === '00:00') return [evening]
  return [evening, [plusDays(booking_date, 1), entry({ from: '00:00', to: end_time, continued: true })]]
}

const inOrder = (a: Entry, b: Entry) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to)

/**
 * The entries per date (`yyyy-MM-dd`), by start and end. A session past midnight appears on both days, an open change
 * request as its own entry. Cancelled bookings are left out unless requested.
 */
export function entriesByDay(
  items: readonly Booking[],
  { withCancelled }: { withCancelled: boolean },
): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  const shown = items.filter((booking) => withCancelled || booking.status !== 'cancelled')
  for (const [day, entry] of shown.flatMap(entriesOf)) {
    const entries = days.get(day)
    if (entries) entries.push(entry)
    else days.set(day, [entry])
  }
  for (const entries of days.values()) entries.sort(inOrder)
  return days
}

/** The visible entries of a day, and the number for '+N more'. */
export function firstEntries(entries: readonly Entry[]): { shown: readonly Entry[]; more: number } {
  const shown = entries.slice(0, ENTRIES_A_DAY_MAX)
  return { shown, more: entries.length - shown.length }
}
