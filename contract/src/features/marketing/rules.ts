import { DAY_MS } from '../../shared/durations.ts'
import type { Webinar } from './schema.ts'

/** The start of the next webinar after `now`, in UTC. */
export function nextWebinarAt(webinar: Pick<Webinar, 'nth' | 'weekday' | 'time'>, now: Date): Date {
  const thisMonth = webinarIn(webinar, now.getUTCFullYear(), now.getUTCMonth())
  return thisMonth > now ? thisMonth : webinarIn(webinar, now.getUTCFullYear(), now.getUTCMonth() + 1)
}

function webinarIn(
  { nth, weekday, time }: Pick<Webinar, 'nth' | 'weekday' | 'time'>,
  year: number,
  month: number,
): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const first = new Date(Date.UTC(year, month, 1, hour, minute))
  // Sunday is 0 for getUTCDay and 7 in ISO.
  const days = (weekday - (first.getUTCDay() || 7) + 7) % 7
  return new Date(first.getTime() + (days + (nth - 1) * 7) * DAY_MS)
}
