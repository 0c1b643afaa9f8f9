import { DAY_MS, HOUR_MS, MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { formatDateOf } from './time.ts'

/** 'just now', '5 min ago', '3 h ago', '2 days ago'; from a week on the date. @param instant ISO 8601 */
export function formatRelative(instant: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(instant))
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`
  const days = Math.floor(ms / DAY_MS)
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`
  return formatDateOf(instant)
}
