import { lengthsOffered, type OfferedLengths } from '@studiohub/contract/features/resources/rules.ts'
import { MINUTES_A_DAY, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

const STEP = 30
// Offered where nothing else says how short or long; the server would take up to 24 hours.
const SHORTEST = 30
const LONGEST = 480

/** Selectable lengths in minutes: every half hour within the limits, plus the limits and the default length. */
export function getLengths(service: OfferedLengths): number[] {
  const { default_minutes } = service
  const { min, max, step } = lengthsOffered(service)
  const least = min === 0 ? Math.min(SHORTEST, default_minutes) : min
  const most = max === MINUTES_A_DAY ? Math.max(LONGEST, default_minutes) : max
  const lengths = new Set(step === 0 ? [least, default_minutes, most] : [])
  const first = step === 0 ? Math.ceil(least / STEP) * STEP : least
  for (let minutes = first; minutes <= most; minutes += step || STEP) lengths.add(minutes)
  return [...lengths].sort((one, other) => one - other)
}

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** Start and end of a booking with this length. */
export function createSession(start_time: string, minutes: number) {
  const end = minutesOf(start_time) + minutes
  return { start_time, end_time: clock(end % MINUTES_A_DAY), ends_next_day: end >= MINUTES_A_DAY }
}
