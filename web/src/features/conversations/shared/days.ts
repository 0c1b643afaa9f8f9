import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { createTimeFormatter, formatMediumDate, formatWeekdayAndDay } from '#lib/page/time.ts'

/** 'Today', 'Yesterday', 'Mon, Nov 23', or 'Nov 23, 2025' in another year. @param date, today `yyyy-MM-dd` */
export function formatDay(date: string, today: string): string {
  if (date === today) return 'Today'
  if (date === Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()) return 'Yesterday'
  return date.slice(0, 4) === today.slice(0, 4) ? formatWeekdayAndDay(date) : formatMediumDate(date)
}

/** '14:05' for a message of today, otherwise its day as in `formatDay`. @param at ISO 8601 */
export function formatMessageTime(at: string, now: Date, zone: string): string {
  const today = todayIn(zone, now)
  const { date } = localAt(at, zone)
  return date === today ? createTimeFormatter(zone)(at) : formatDay(date, today)
}
