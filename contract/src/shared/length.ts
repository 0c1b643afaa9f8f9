import { MINUTES_A_DAY, minutesOf } from './opening-hours.ts'

/** A duration in words: '2 h', '1 h 30 min', '45 min'. */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** How long a session is by the wall clock, in minutes, as it is sold and offered. */
export const minutesLong = (session: { start_time: string; end_time: string; ends_next_day: boolean }) =>
  minutesOf(session.end_time) + (session.ends_next_day ? MINUTES_A_DAY : 0) - minutesOf(session.start_time)
