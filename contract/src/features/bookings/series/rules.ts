import { plusDays } from '#shared/instants.ts'
import { getWeekday } from '#shared/opening-hours.ts'

/** A weekly rule: every n weeks (from Monday) on some weekdays (0 is Sunday), until a date or a number of dates. */
export type WeeklyRule = {
  first_date: string
  every_weeks: number
  weekdays: readonly number[]
  until?: string | undefined
  count?: number | undefined
}

const rruleWeekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const sinceMonday = (weekday: number) => (weekday + 6) % 7
const sortFromMonday = (weekdays: readonly number[]) =>
  [...new Set(weekdays)].sort((a, b) => sinceMonday(a) - sinceMonday(b))

/** The rule as an RRULE (RFC 5545). */
export function buildRrule({ every_weeks, weekdays, until, count }: WeeklyRule): string {
  const days = sortFromMonday(weekdays).map((weekday) => rruleWeekdays[weekday])
  const end = until === undefined ? `COUNT=${count}` : `UNTIL=${until.replaceAll('-', '')}`
  return ['FREQ=WEEKLY', `INTERVAL=${every_weeks}`, `BYDAY=${days.join(',')}`, end].join(';')
}

/**
 * The dates of a rule, in order. Returns at most `max` + 1 dates, so that callers notice if there are too many. Dates on
 * which the local time does not exist are skipped and not counted (RFC 5545, 3.3.10).
 * @param exists whether the local time exists on a date
 */
export function listSeriesDates(rule: WeeklyRule, max: number, exists: (date: string) => boolean): string[] {
  const weekdays = sortFromMonday(rule.weekdays)
  const monday = plusDays(rule.first_date, -sinceMonday(getWeekday(rule.first_date)))
  const limit = Math.min(rule.count ?? max + 1, max + 1)
  const dates: string[] = []
  // Without a limit the loop would never end if the local time exists on no date.
  const weeksMax = rule.every_weeks * (2 * max + 2)
  for (let week = 0; week < weeksMax && dates.length < limit; week += rule.every_weeks) {
    for (const weekday of weekdays) {
      const date = plusDays(monday, 7 * week + sinceMonday(weekday))
      if (rule.until !== undefined && date > rule.until) return dates
      if (date >= rule.first_date && exists(date) && dates.length < limit) dates.push(date)
    }
  }
  return dates
}
