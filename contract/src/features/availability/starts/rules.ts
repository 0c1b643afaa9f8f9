import { MINUTES_A_DAY, minutesOf } from '../../../shared/opening-hours.ts'
import { isLengthOffered, lengthsOffered, type OfferedLengths } from '../../resources/rules.ts'
import { noPersonText } from '../../resources/words.ts'
import type { StartReason, StartsFrom } from '../schema.ts'

const STEP = 30
// The lengths that are offered if no setting limits them; the server accepts up to 24 hours.
const SHORTEST = 30
const LONGEST = 480

/**
 * The lengths to choose from, in minutes: every half hour and whole days within the limits, the limits themselves, and the
 * default length.
 */
export function getLengths(service: OfferedLengths): number[] {
  const { default_minutes } = service
  const { min, max, step } = lengthsOffered(service)
  const least = min === 0 ? Math.min(SHORTEST, default_minutes) : min
  const most = max === MINUTES_A_DAY ? Math.max(LONGEST, default_minutes) : max
  const lengths = new Set(step === 0 ? [least, default_minutes, most] : [])
  const first = step === 0 ? Math.ceil(least / STEP) * STEP : least
  // Beyond a day, whole days are offered.
  const stepAt = (minutes: number) => step || (minutes < MINUTES_A_DAY ? STEP : MINUTES_A_DAY)
  for (let minutes = first; minutes <= most; minutes += stepAt(minutes)) lengths.add(minutes)
  return [...lengths].sort((one, other) => one - other)
}

/** The length that is selected at first: the default one if it is offered, else the next longer one, else the longest. */
export function usualLength(service: OfferedLengths): number {
  const { default_minutes } = service
  const offered = getLengths(service).filter((minutes) => isLengthOffered(minutes, service))
  return offered.find((minutes) => minutes >= default_minutes) ?? offered.at(-1) ?? default_minutes
}

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** Start and end of a booking with this length. */
export function createSession(start_time: string, minutes: number) {
  const end = minutesOf(start_time) + minutes
  const days = Math.floor(end / MINUTES_A_DAY) + 1
  return { start_time, end_time: clock(end % MINUTES_A_DAY), days, ends_next_day: days > 1 }
}

const QUARTER = 15

/**
 * The start times to show: full and half hours, and the beginning of each free range, so that every range can be booked.
 * @param chosen is always included
 */
export function pickStarts(free: readonly string[], chosen: string): string[] {
  const all = new Set(free.map(minutesOf))
  return free.filter((start) => {
    const minutes = minutesOf(start)
    return minutes % 30 === 0 || !all.has(minutes - QUARTER) || start === chosen
  })
}

/** Whether a session may begin at a time of a day, `HH:mm`. */
export function isFreeAt(from: StartsFrom, time: string): boolean {
  const last = Object.keys(from).findLast((one) => one <= time)
  return last !== undefined && from[last] === null
}

const dayReasons: Partial<Record<StartReason, string>> = {
  OUTSIDE_OPENING_HOURS: 'Closed',
  BEYOND_HORIZON: 'Not open for booking yet',
  NOTICE_TOO_SHORT: 'Too soon to book online',
  BOOKING_IN_PAST: 'Already passed',
  PLAN_LIMIT_REACHED: 'No bookings left this month',
}

/**
 * Why a day has no free start, in words. @param person_title the clients' word for a person of the service; null: engineer
 */
export function dayReasonText(reason: StartReason | null, person_title: string | null = null) {
  if (reason === 'NO_PERSON_FREE') return noPersonText(person_title)
  return (reason && dayReasons[reason]) || 'Fully booked'
}
