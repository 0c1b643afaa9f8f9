import type { Webinar } from './schema.ts'

const DAY_MS = 24 * 3600 * 1000

/** When a webinar is held next: the instant, in UTC, that lies after `now`. */
export function nextWebinarAt(webinar: Pick<Webinar, 'nth' | 'weekday' | 'time'>, now: Date): Date {
  const thisMonth = heldIn(webinar, now.getUTCFullYear(), now.getUTCMonth())
  return thisMonth > now ? thisMonth : heldIn(webinar, now.getUTCFullYear(), now.getUTCMonth() + 1)
}

function heldIn({ nth, weekday, time }: Pick<Webinar, 'nth' | 'weekday' | 'time'>, year: number, month: number): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const first = new Date(Date.UTC(year, month, 1, hour, minute))
  // getUTCDay says 0 for Sunday, ISO says 7.
  const days = (weekday - (first.getUTCDay() || 7) + 7) % 7
  return new Date(first.getTime() + (days + (nth - 1) * 7) * DAY_MS)
}
