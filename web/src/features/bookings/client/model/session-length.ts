import { MINUTES_A_DAY, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

/** Possible lengths of a service; null means no limit of its own. */
export type Lengths = { default_minutes: number; min_minutes: number | null; max_minutes: number | null }

const STEP = 30
// Bounds for services without limits; the server allows up to 24 hours.
const SHORTEST = 30
const LONGEST = 480

/** Selectable lengths in minutes: every half hour within the limits, plus the limits and the default length. */
export function getLengths({ default_minutes, min_minutes, max_minutes }: Lengths): number[] {
  const least = min_minutes ?? Math.min(SHORTEST, default_minutes)
  const most = max_minutes ?? Math.max(LONGEST, default_minutes)
  const lengths = new Set([least, default_minutes, most])
  for (let minutes = Math.ceil(least / STEP) * STEP; minutes <= most; minutes += STEP) lengths.add(minutes)
  return [...lengths].sort((one, other) => one - other)
}

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** Start and end of a booking with this length. */
export function createSession(start_time: string, minutes: number) {
  const end = minutesOf(start_time) + minutes
  return { start_time, end_time: clock(end % MINUTES_A_DAY), ends_next_day: end >= MINUTES_A_DAY }
}
