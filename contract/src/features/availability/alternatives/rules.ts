import { isFreeAt } from '../choices/rules.ts'
import type { AvailableDay } from '../schema.ts'

/** Another time at which a session may begin. */
export type Alternative = { booking_date: string; start_time: string; room_id: string }

/** The free starts nearest to the requested one, in the order of time. */
export function pickNearestStarts(
  days: readonly AvailableDay[],
  requested: { booking_date: string; start_time: string },
  count = 3,
): Alternative[] {
  // The local time as if it were UTC: only its distance to other times matters.
  const toWallClockMs = (booking_date: string, start_time: string) => Date.parse(`${booking_date}T${start_time}:00Z`)
  const requestedMs = toWallClockMs(requested.booking_date, requested.start_time)
  return days
    .flatMap(({ date, free, rooms }) =>
      free.map((start_time) => {
        const room = rooms.find(({ from }) => isFreeAt(from, start_time))
        return {
          booking_date: date,
          start_time,
          room_id: room?.room_id ?? '',
          wallClockMs: toWallClockMs(date, start_time),
        }
      }),
    )
    .filter(({ wallClockMs }) => wallClockMs !== requestedMs)
    .sort(
      (a, b) =>
        Math.abs(a.wallClockMs - requestedMs) - Math.abs(b.wallClockMs - requestedMs) || a.wallClockMs - b.wallClockMs,
    )
    .slice(0, count)
    .sort((a, b) => a.wallClockMs - b.wallClockMs)
    .map(({ wallClockMs, ...alternative }) => alternative)
}
