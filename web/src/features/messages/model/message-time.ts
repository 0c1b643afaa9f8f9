import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { formatDay, formatMediumDate } from '#lib/page/time.ts'

/** 'Nov 21, 14:05' at the studio, or 'Nov 21, 2025, 14:05' in another year. @param instant ISO 8601 */
export function formatMessageTime(instant: string, now: Date, zone: string): string {
  const { date, time } = localAt(instant, zone)
  const isThisYear = date.slice(0, 4) === todayIn(zone, now).slice(0, 4)
  return `${isThisYear ? formatDay(date) : formatMediumDate(date)}, ${timeText(time)}`
}
