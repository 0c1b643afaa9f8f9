import type { WeeklyHours } from '../../shared/opening-hours.ts'

/** Over how many weeks, up to yesterday, utilisation is counted. */
export const UTILISATION_WEEKS = 4
/** How many months, this one included, the charts go back. */
export const STATS_MONTHS = 6

const DAYS = 7
const HOURS = 24

/** Room hours that were booked on a weekday in the hour that begins then, over all the weeks. */
export type BookedHours = { weekday: number; hour: number; hours: number }

const hourOf = (time: string) => Number(time.slice(0, 2))

/** Whether the studio is open at some time of an hour, by its usual week. */
function isOpen(weekly: readonly WeeklyHours[], weekday: number, hour: number): boolean {
  return weekly.some((span) => {
    const last = span.closes.endsWith(':00') ? hourOf(span.closes) - 1 : hourOf(span.closes)
    if (!span.closes_next_day) return span.weekday === weekday && hour >= hourOf(span.opens) && hour <= last
    if (span.weekday === weekday) return hour >= hourOf(span.opens)
    return (span.weekday + 1) % DAYS === weekday && hour <= last
  })
}

/** How much of the rooms' time was booked, from 0 to 1, by weekday and hour; null where closed and nothing was booked. */
export function utilisationOf(
  booked: readonly BookedHours[],
  { weekly, rooms }: { weekly: readonly WeeklyHours[]; rooms: number },
): (number | null)[][] {
  const whole = Math.max(rooms, 1) * UTILISATION_WEEKS
  return Array.from({ length: DAYS }, (_day, weekday) =>
    Array.from({ length: HOURS }, (_hour, hour) => {
      const found = booked.find((field) => field.weekday === weekday && field.hour === hour)
      if (!found) return isOpen(weekly, weekday, hour) ? 0 : null
      return Math.min(1, found.hours / whole)
    }),
  )
}

/** The months up to this one, `yyyy-MM`. @param today `yyyy-MM-dd` */
export function monthsUpTo(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: STATS_MONTHS }, (_, index) => {
    const at = new Date(Date.UTC(year, month - 1 - (STATS_MONTHS - 1 - index), 1))
    return at.toISOString().slice(0, 7)
  })
}
