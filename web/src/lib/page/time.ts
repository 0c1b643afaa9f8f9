import { dateFormat, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { browserTimeZone } from './browser-time.ts'

/** 'Nov 21, 2026' as the reader writes dates. @param date `yyyy-MM-dd` */
export const formatMediumDate = dateFormat({ dateStyle: 'medium' })

/** 'Nov 21, 2026, 14:05' in the given zone, by default the browser's. @param instant ISO 8601 */
export function formatDateTime(instant: string, timeZone: string = browserTimeZone()): string {
  const { date, time } = localAt(instant, timeZone)
  return `${formatMediumDate(date)}, ${timeText(time)}`
}

/** 'Nov 21, 2026' in the given zone, by default the browser's. @param instant ISO 8601 */
export const formatDateOf = (instant: string, timeZone: string = browserTimeZone()): string =>
  formatMediumDate(localAt(instant, timeZone).date)

/** A formatter for times of day in a zone: '14:05'. */
export const createTimeFormatter = (timeZone: string) => (instant: string) => timeText(localAt(instant, timeZone).time)

/** 'Nov 23'. @param date `yyyy-MM-dd` */
export const formatDay = dateFormat({ month: 'short', day: 'numeric' })

/** 'Mon, Nov 23'. A calendar date has no time zone. @param date `yyyy-MM-dd` */
export const formatWeekdayAndDay = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })
