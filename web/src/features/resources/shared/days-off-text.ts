import type { DayOff } from '@studiohub/contract/features/resources/days-off/schema.ts'

// A calendar date has no time zone: formatting it in UTC keeps the date everywhere.
const format = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const formatDay = (date: string) => format.format(new Date(`${date}T00:00:00Z`))

type Range = Pick<DayOff, 'first_date' | 'last_date' | 'from_time' | 'to_time'>

/** 'Tue, Dec 1', 'Tue, Dec 1, 13:00 – 15:00', 'Tue, Dec 1 – Mon, Dec 14', 'Tue, Dec 1, from 13:00'. */
export function daysOffText({ first_date, last_date, from_time, to_time }: Range): string {
  if (first_date === last_date) return [formatDay(first_date), timesText(from_time, to_time)].filter(Boolean).join(', ')
  const first = [formatDay(first_date), from_time].filter(Boolean).join(', ')
  const last = [formatDay(last_date), to_time].filter(Boolean).join(', ')
  return `${first} – ${last}`
}

function timesText(from: string | null, to: string | null): string {
  if (from && to) return `${from} – ${to}`
  if (from) return `from ${from}`
  return to ? `until ${to}` : ''
}
