import { isFreeAt, pickStarts } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { AvailableDay } from '@studiohub/contract/features/availability/schema.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'

/** Number of days that are loaded at once. */
export const DAYS_LOADED = 14

/** The first day of the range to load for `day`. Neighboring days share a range, so they are loaded together. */
export function getFirstDayToLoad(day: string, today: string): string {
  if (day <= today) return today
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  return plusDays(today, days - (days % DAYS_LOADED))
}

/**
 * The starts to offer on a day, each free in at least one room.
 * @param rooms only starts that are free in one of these rooms; null if `day` has only the chosen rooms
 * @param after only starts at or after this time of day, `HH:mm`
 */
export function listOfferedStarts(
  day: AvailableDay,
  { rooms, after, chosenStart }: { rooms: readonly string[] | null; after: string; chosenStart: string },
): string[] {
  const isFree = (start: string) =>
    rooms === null || day.rooms.some(({ room_id, from }) => rooms.includes(room_id) && isFreeAt(from, start))
  return pickStarts(
    day.free.filter((start) => start >= after && isFree(start)),
    chosenStart,
  )
}

const partsOfDay = [
  { name: 'Morning', until: '12:00' },
  { name: 'Afternoon', until: '17:00' },
  { name: 'Evening', until: '24:00' },
]

/** Start times by part of the day, without empty parts. */
export function groupByPartOfDay(starts: readonly string[]): { name: string; starts: string[] }[] {
  const groups = Map.groupBy(starts, (start) => partsOfDay.find(({ until }) => start < until)?.name ?? 'Evening')
  return [...groups].map(([name, starts]) => ({ name, starts }))
}
