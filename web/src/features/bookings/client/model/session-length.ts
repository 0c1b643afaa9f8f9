import { MINUTES_A_DAY, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

/** How long a service may be; null where it names no bound of its own. */
export type Lengths = { default_minutes: number; min_minutes: number | null; max_minutes: number | null }

const STEP = 30
// Offered where a service names no bound; the server would take up to 24 hours.
const SHORTEST = 30
const LONGEST = 480

/** The lengths to choose from, in minutes: every half hour within the service's bounds, those and its usual one included. */
export function lengthsOf({ default_minutes, min_minutes, max_minutes }: Lengths): number[] {
  const least = min_minutes ?? Math.min(SHORTEST, default_minutes)
  const most = max_minutes ?? Math.max(LONGEST, default_minutes)
  const lengths = new Set([least, default_minutes, most])
  for (let minutes = Math.ceil(least / STEP) * STEP; minutes <= most; minutes += STEP) lengths.add(minutes)
  return [...lengths].sort((one, other) => one - other)
}

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** A session of a length from a start, as it is booked. */
export function sessionFrom(start_time: string, minutes: number) {
  const end = minutesOf(start_time) + minutes
  return { start_time, end_time: clock(end % MINUTES_A_DAY), ends_next_day: end >= MINUTES_A_DAY }
}
