import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { findFreeGaps } from '#features/bookings/model/free-gaps.ts'
import { createBlocks, createLanes, type Lane } from '#features/bookings/model/lanes.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'

/** Free time on one day, in minutes of the day, with the rooms that are free then. */
export type AgendaGap = MinuteRange & { rooms: readonly Resource[] }

type DayOfRooms = {
  day: string
  rooms: readonly Resource[]
  entries: readonly CalendarEntry[]
  getOpenTimes: (lane: Lane) => readonly MinuteRange[]
  getBusyTimes: (lane: Lane) => readonly MinuteRange[]
  /** Minutes of the day before which nothing can be booked. */
  earliest: number
}

/** The free times of the rooms on a day, earliest first. Rooms with the same free time share one. */
export function findAgendaGaps({ day, rooms, entries, getOpenTimes, getBusyTimes, earliest }: DayOfRooms): AgendaGap[] {
  const days = new Map([[day, entries]])
  const lanes = createLanes([day], rooms, days)
  const blocks = createBlocks(lanes, days)
  const gaps = lanes.flatMap((lane, index) => {
    const { room } = lane
    if (!room) return []
    const busy = blocks.filter((block) => block.lane <= index && index < block.lane + block.span)
    return findFreeGaps(getOpenTimes(lane), [...busy, ...getBusyTimes(lane)], earliest).map((gap) => ({ ...gap, room }))
  })
  return [...Map.groupBy(gaps, ({ from, to }) => `${from} ${to}`).values()]
    .flatMap((same) => {
      const [first] = same
      return first ? [{ from: first.from, to: first.to, rooms: same.map(({ room }) => room) }] : []
    })
    .sort((a, b) => a.from - b.from || a.to - b.to)
}
