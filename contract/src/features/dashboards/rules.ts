import type { WeeklyHours } from '../../shared/opening-hours.ts'

/** Utilization covers this many weeks, up to yesterday. */
export const UTILIZATION_WEEKS = 4
/** The charts show this many months, including the current one. */
export const STATS_MONTHS = 6

const DAYS = 7
const HOURS = 24

/** The booked hours of all rooms in one hour of a weekday, summed over all weeks. `hour` is its start, 0 to 23. */
export type BookedHours = { weekday: number; hour: number; hours: number }

const hourOf = (time: string) => Number(time.slice(0, 2))

/** Whether the studio's regular week has open time within an hour. */
function isOpen(weekly: readonly WeeklyHours[], weekday: number, hour: number): boolean {
  return weekly.some((span) => {
    const last = span.closes.endsWith(':00') ? hourOf(span.closes) - 1 : hourOf(span.closes)
    if (!span.closes_next_day) return span.weekday === weekday && hour >= hourOf(span.opens) && hour <= last
    if (span.weekday === weekday) return hour >= hourOf(span.opens)
    return (span.weekday + 1) % DAYS === weekday && hour <= last
  })
}

/** The share of room time that is booked, 0 to 1, by weekday and hour; null for closed hours without bookings. */
export function computeUtilization(
  booked: readonly BookedHours[],
  { weekly, rooms }: { weekly: readonly WeeklyHours[]; rooms: number },
): (number | null)[][] {
  const capacity = Math.max(rooms, 1) * UTILIZATION_WEEKS
  return Array.from({ length: DAYS }, (_day, weekday) =>
    Array.from({ length: HOURS }, (_hour, hour) => {
      const entryOfHour = booked.find((entry) => entry.weekday === weekday && entry.hour === hour)
      if (!entryOfHour) return isOpen(weekly, weekday, hour) ? 0 : null
      return Math.min(1, entryOfHour.hours / capacity)
    }),
  )
}

/** The last STATS_MONTHS months up to the current one, as `yyyy-MM`. @param today `yyyy-MM-dd` */
export function monthsUpTo(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: STATS_MONTHS }, (_, index) => {
    const at = new Date(Date.UTC(year, month - 1 - (STATS_MONTHS - 1 - index), 1))
    return at.toISOString().slice(0, 7)
  })
}
