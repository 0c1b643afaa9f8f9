import type { DayOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import { timeRangeText, timeText } from '@studiohub/contract/shared/formats.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'

type DaysOffRange = Pick<DayOff, 'first_date' | 'last_date' | 'from_time' | 'to_time'>

/** 'Tue, Dec 1', 'Tue, Dec 1, 13:00 – 15:00', 'Tue, Dec 1 – Mon, Dec 14', 'Tue, Dec 1, from 13:00'. */
export function daysOffText({ first_date, last_date, from_time, to_time }: DaysOffRange): string {
  if (first_date === last_date)
    return [formatWeekdayAndDay(first_date), timesText(from_time, to_time)].filter(Boolean).join(', ')
  const first = [formatWeekdayAndDay(first_date), from_time && timeText(from_time)].filter(Boolean).join(', ')
  const last = [formatWeekdayAndDay(last_date), to_time && timeText(to_time)].filter(Boolean).join(', ')
  return `${first} – ${last}`
}

function timesText(from: string | null, to: string | null): string {
  if (from && to) return timeRangeText(from, to)
  if (from) return `from ${timeText(from)}`
  return to ? `until ${timeText(to)}` : ''
}
