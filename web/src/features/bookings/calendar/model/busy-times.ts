import type { CalendarTime } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { MINUTES_PER_DAY, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import type { Lane } from '#features/bookings/model/lanes.ts'

/** A time of a connected calendar in a lane, in minutes of its day. */
export type BusyTime = { key: string; from: number; to: number; title: string }

/** When the room of a lane is busy in its calendars, earliest first, with the titles that the user may read. */
export function findBusyTimes(times: readonly CalendarTime[], { day, room }: Lane, zone: string): BusyTime[] {
  return times
    .filter(({ resource_id }) => resource_id === room?.id)
    .map(({ starts_at, ends_at, titles }) => ({
      key: starts_at,
      from: minuteOfDay(starts_at, day, zone),
      to: minuteOfDay(ends_at, day, zone),
      title: titles.join(', '),
    }))
    .filter(({ from, to }) => from < to)
}

function minuteOfDay(instant: string, day: string, zone: string): number {
  const { date, time } = localAt(instant, zone)
  if (date === day) return toMinutes(time)
  return date < day ? 0 : MINUTES_PER_DAY
}
