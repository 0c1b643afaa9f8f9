import { MINUTES_PER_DAY, toMinutes } from './opening-hours.ts'

/** A duration in words: '45 min', '1 h 30 min', '24 h', '2 days 8 h'. */
export function lengthText(minutes: number): string {
  const days = minutes > MINUTES_PER_DAY ? Math.floor(minutes / MINUTES_PER_DAY) : 0
  const hours = Math.floor((minutes - days * MINUTES_PER_DAY) / 60)
  const rest = minutes % 60
  const parts = [
    days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`,
    hours > 0 && `${hours} h`,
    rest > 0 && `${rest} min`,
  ]
  return parts.filter(Boolean).join(' ')
}

/**
 * The length of a booking in minutes of local time, on which prices and limits are based.
 * @param session.days the number of calendar days that it touches
 */
export const sessionMinutes = (session: { start_time: string; end_time: string; days: number }) =>
  toMinutes(session.end_time) + (session.days - 1) * MINUTES_PER_DAY - toMinutes(session.start_time)
