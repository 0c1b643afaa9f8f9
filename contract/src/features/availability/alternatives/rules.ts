import { isFreeAt } from '../choices/rules.ts'
import type { AvailableDay } from '../schema.ts'

/** Another time at which a session may begin. */
export type Alternative = { booking_date: string; start_time: string; room_id: string }

/** The free starts nearest to the requested one, in the order of time. */
export function nearestStarts(
  days: readonly AvailableDay[],
  near: { booking_date: string; start_time: string },
  count = 3,
): Alternative[] {
  const wallOf = (booking_date: string, start_time: string) => Date.parse(`${booking_date}T${start_time}:00Z`)
  const at = wallOf(near.booking_date, near.start_time)
  return days
    .flatMap(({ date, free, rooms }) =>
      free.map((start_time) => {
        const room = rooms.find(({ from }) => isFreeAt(from, start_time))
        return { booking_date: date, start_time, room_id: room?.room_id ?? '', wall: wallOf(date, start_time) }
      }),
    )
    .filter(({ wall }) => wall !== at)
    .sort((a, b) => Math.abs(a.wall - at) - Math.abs(b.wall - at) || a.wall - b.wall)
    .slice(0, count)
    .sort((a, b) => a.wall - b.wall)
    .map(({ wall, ...alternative }) => alternative)
}
