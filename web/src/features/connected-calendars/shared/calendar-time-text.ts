import type { CalendarTime } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { localAt, plusDays } from '@studiohub/contract/shared/instants.ts'

// A calendar date has no time zone. Formatted in UTC, it is the same date everywhere.
const dateFormat = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const formatDay = (date: string) => dateFormat.format(new Date(`${date}T00:00:00Z`))

/** 'Tue, Dec 1, 13:00 – 15:00', 'Tue, Dec 1' for a whole day, 'Tue, Dec 1, 22:00 – Wed, Dec 2, 02:00'. */
export function calendarTimeText({ starts_at, ends_at }: Pick<CalendarTime, 'starts_at' | 'ends_at'>, zone: string) {
  const [start, end] = [localAt(starts_at, zone), localAt(ends_at, zone)]
  if (start.time === '00:00' && end.time === '00:00') {
    const lastDay = plusDays(end.date, -1)
    return lastDay === start.date ? formatDay(start.date) : `${formatDay(start.date)} – ${formatDay(lastDay)}`
  }
  const startText = `${formatDay(start.date)}, ${start.time}`
  return start.date === end.date ? `${startText} – ${end.time}` : `${startText} – ${formatDay(end.date)}, ${end.time}`
}
