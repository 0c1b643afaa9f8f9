import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { MINUTES_PER_DAY, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import type { Block, Lane } from '#features/bookings/model/lanes.ts'
import { type CalendarEntry, getEntryResources } from '#features/bookings/shared/day-entries.ts'

/** A room on one day with its entries in order of time. */
export type WeekCell = { lane: Lane; blocks: readonly Block[] }

/** A row per room, and one for entries without a room if there are any; a cell per day. */
export function createWeekRows(
  days: readonly string[],
  rooms: readonly Resource[],
  entries: ReadonlyMap<string, readonly CalendarEntry[]>,
): WeekCell[][] {
  const occupies = (entry: CalendarEntry, id: string) => getEntryResources(entry).some((resource) => resource.id === id)
  const isElsewhere = (entry: CalendarEntry) => !rooms.some(({ id }) => occupies(entry, id))
  const rows: (Resource | null)[] = [...rooms]
  if (days.some((day) => (entries.get(day) ?? []).some(isElsewhere))) rows.push(null)
  return rows.map((room, row) =>
    days.map((day, column): WeekCell => {
      const cellEntries = (entries.get(day) ?? []).filter((entry) =>
        room ? occupies(entry, room.id) : isElsewhere(entry),
      )
      const lane = row * days.length + column
      return {
        lane: { key: `${day} ${room?.id ?? 'elsewhere'}`, day, room, kind: room ? 'room' : 'elsewhere' },
        blocks: cellEntries.map((entry) => toBlock(entry, lane)),
      }
    }),
  )
}

const toBlock = (entry: CalendarEntry, lane: number): Block => ({
  key: `${entry.key} ${lane}`,
  entry,
  lane,
  span: 1,
  from: toMinutes(entry.from),
  to: entry.to === '24:00' ? MINUTES_PER_DAY : toMinutes(entry.to),
  column: 0,
  columns: 1,
})

/** How long sessions reserve the room of these cells, in minutes. Requested times and blocked time do not count. */
export const getBookedMinutes = (cells: readonly WeekCell[]): number =>
  cells
    .flatMap(({ blocks }) => blocks)
    .filter(({ entry: { booking, request } }) => !request && booking.booking_type === 'client_booking')
    .filter(({ entry: { booking } }) => booking.status !== 'cancelled')
    .reduce((sum, { from, to }) => sum + to - from, 0)

/** The position of the keyboard cursor in a cell. The index after the last entry is the button for a new booking. */
export type WeekPosition = { row: number; column: number; index: number }

/** The nearest position among the rows and cells that exist. */
export function clampPosition({ row, column, index }: WeekPosition, rows: readonly WeekCell[][]): WeekPosition {
  const position = { row: Math.min(row, rows.length - 1), column: Math.min(column, 6) }
  const count = rows[position.row]?.[position.column]?.blocks.length ?? 0
  return { ...position, index: Math.min(index, count) }
}

/**
 * The position after an arrow key: up and down through the entries of a cell and to the next row, left and right to the next
 * day. `column` is -1 or 7 if the key leaves the week. Null for other keys.
 */
export function nextPosition(position: WeekPosition, key: string, rows: readonly WeekCell[][]): WeekPosition | null {
  const countBlocks = (row: number) => rows[row]?.[position.column]?.blocks.length ?? 0
  switch (key) {
    case 'ArrowLeft':
      return { ...position, column: position.column - 1, index: 0 }
    case 'ArrowRight':
      return { ...position, column: position.column + 1, index: 0 }
    case 'ArrowUp':
      if (position.index > 0) return { ...position, index: position.index - 1 }
      return position.row > 0 ? { ...position, row: position.row - 1, index: countBlocks(position.row - 1) } : position
    case 'ArrowDown':
      if (position.index < countBlocks(position.row)) return { ...position, index: position.index + 1 }
      return position.row < rows.length - 1 ? { ...position, row: position.row + 1, index: 0 } : position
    case 'Home':
      return { ...position, column: 0, index: 0 }
    case 'End':
      return { ...position, column: 6, index: 0 }
    default:
      return null
  }
}
