import { MINUTE_MS } from '#shared/durations.ts'
import { MINUTES_PER_DAY, type MinuteRange, toMinutes } from '#shared/opening-hours.ts'
import { getMidnight } from '#shared/wall-clock.ts'
import type { TimeOff } from './schema.ts'

const minuteOf = (date: string) => getMidnight(date) / MINUTE_MS

type DaysOffRange = Omit<TimeOff, 'resource_id'>

/** One entry of days off as a range in minutes, counted from midnight of a day. */
const rangeOf = ({ first_date, last_date, from_time, to_time }: DaysOffRange, date: string): MinuteRange => ({
  from: minuteOf(first_date) - minuteOf(date) + toMinutes(from_time ?? '00:00'),
  to: minuteOf(last_date) - minuteOf(date) + (to_time === null ? MINUTES_PER_DAY : toMinutes(to_time)),
})

/**
 * Returns a check: is the person off at any time of the session? Sessions of several days include their nights, unlike with
 * opening hours.
 * @returns takes the session in minutes from midnight of `date`
 */
export function createDaysOffCheck(daysOff: readonly DaysOffRange[], date: string): (session: MinuteRange) => boolean {
  const ranges = daysOff.map((entry) => rangeOf(entry, date))
  return ({ from, to }) => ranges.some((range) => range.from < to && from < range.to)
}

/** Whether a person is off during a part of a day. */
export const isOffOn = (entry: DaysOffRange, date: string) =>
  createDaysOffCheck([entry], date)({ from: 0, to: MINUTES_PER_DAY })
