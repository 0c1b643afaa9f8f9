import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { dateFormat, readerFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import type { DateTimeReader } from '#ui/date-time/reader.ts'
import { browserTimeZone } from './browser-time.ts'
import { formatMediumDate } from './time.ts'

const formatLongDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const formatMonth = dateFormat({ month: 'long', year: 'numeric' })

/** Formats date and time fields for the user. The first weekday and the current day are the studio's, else Sunday and the browser's. */
export const createDateTimeReader = (studio: Pick<Studio, 'timezone' | 'week_starts_on'> | null): DateTimeReader => ({
  // Reads the formats at every call, because the user may change them.
  isMonthFirst: () => isMonthFirst(readerFormats().dates),
  formatDay: (day) => formatMediumDate(day),
  formatLongDay: (day) => formatLongDay(day),
  formatMonth: (day) => formatMonth(day),
  formatTime: (time) => timeText(time),
  weekStartsOn: weekdays.find((day) => day === studio?.week_starts_on) ?? 0,
  today: () => todayIn(studio?.timezone ?? browserTimeZone(), new Date()),
})

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** Whether a locale writes the month before the day. */
export function isMonthFirst(locale: string): boolean {
  const order = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type)
  return order.indexOf('month') < order.indexOf('day')
}
