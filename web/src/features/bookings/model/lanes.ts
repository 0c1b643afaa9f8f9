import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { MINUTES_PER_DAY, type MinuteRange, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { type CalendarEntry, getEntryResources } from '../shared/day-entries.ts'

/** Step of moving and resizing, in minutes. */
export const STEP_MINUTES = 15
const ROOM_LANES_MAX = 4
const HOUR = 60
const DEFAULT_HOURS: MinuteRange = { from: 8 * HOUR, to: 20 * HOUR }

/** A column of the week or day view: a room on a day, all rooms if there are many, or bookings without a room. */
export type Lane = { key: string; day: string; room: Resource | null; kind: 'room' | 'all' | 'elsewhere' }

/** A lane per room and day; one lane for all rooms in a week with many rooms. */
export function createLanes(
  days: readonly string[],
  rooms: readonly Resource[],
  entries: ReadonlyMap<string, readonly CalendarEntry[]>,
): Lane[] {
  return days.flatMap((day): Lane[] => {
    if (rooms.length === 0 || (days.length > 1 && rooms.length > ROOM_LANES_MAX)) {
      return [{ key: day, day, room: null, kind: 'all' }]
    }
    const roomLanes = rooms.map((room): Lane => ({ key: `${day} ${room.id}`, day, room, kind: 'room' }))
    const hasRoomlessEntry = (entries.get(day) ?? []).some(
      (entry) => !rooms.some(({ id }) => getRoomIds(entry).includes(id)),
    )
    return hasRoomlessEntry
      ? [...roomLanes, { key: `${day} elsewhere`, day, room: null, kind: 'elsewhere' }]
      : roomLanes
  })
}

const getRoomIds = (entry: CalendarEntry): readonly string[] => getEntryResources(entry).map(({ id }) => id)

/** An entry positioned in the lanes: `span` lanes starting at `lane`, next to overlapping entries. */
export type Block = {
  key: string
  entry: CalendarEntry
  lane: number
  span: number
  /** Minutes from midnight of its day; `to` may be 1440. */
  from: number
  to: number
  column: number
  columns: number
}

/** The positions of the entries. Adjacent lanes of an entry become one block. */
export function createBlocks(lanes: readonly Lane[], entries: ReadonlyMap<string, readonly CalendarEntry[]>): Block[] {
  const days = Map.groupBy(
    lanes.map((lane, index) => ({ ...lane, index })),
    ({ day }) => day,
  )
  return [...days].flatMap(([day, dayLanes]) => {
    const blocks = (entries.get(day) ?? []).flatMap((entry) => createEntryBlocks(entry, dayLanes))
    return assignColumns(blocks)
  })
}

function createEntryBlocks(entry: CalendarEntry, lanes: readonly (Lane & { index: number })[]): Block[] {
  const rooms = getRoomIds(entry)
  const lanesOfRooms = lanes.filter(({ kind, room }) => kind === 'all' || (room && rooms.includes(room.id)))
  const entryLanes = lanesOfRooms.length > 0 ? lanesOfRooms : lanes.filter(({ kind }) => kind === 'elsewhere')
  const entryBlocks: Block[] = []
  for (const { index } of entryLanes) {
    const last = entryBlocks.at(-1)
    if (last && last.lane + last.span === index) last.span += 1
    else {
      const times = { from: toMinutes(entry.from), to: entry.to === '24:00' ? MINUTES_PER_DAY : toMinutes(entry.to) }
      entryBlocks.push({ key: `${entry.key} ${index}`, entry, lane: index, span: 1, ...times, column: 0, columns: 1 })
    }
  }
  return entryBlocks
}

const areOverlapping = (a: Block, b: Block) =>
  a.from < b.to && b.from < a.to && a.lane < b.lane + b.span && b.lane < a.lane + a.span

/** Puts overlapping blocks side by side. Blocks that overlap directly or through others have the same number of columns. */
function assignColumns(blocks: Block[]): Block[] {
  const chains: Block[][] = []
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const overlappingChains = chains.filter((chain) => chain.some((chained) => areOverlapping(block, chained)))
    const usedColumns = new Set(
      overlappingChains.flat().flatMap((chained) => (areOverlapping(block, chained) ? [chained.column] : [])),
    )
    while (usedColumns.has(block.column)) block.column += 1
    const joined = [...overlappingChains.flat(), block]
    for (const chain of overlappingChains) chains.splice(chains.indexOf(chain), 1)
    chains.push(joined)
  }
  for (const chain of chains) {
    const columns = Math.max(...chain.map(({ column }) => column)) + 1
    for (const block of chain) block.columns = columns
  }
  return blocks
}

/** The hours of the axis, which contain the opening hours and all entries of these days, in full hours. */
export function getAxis(open: readonly MinuteRange[], blocks: readonly Pick<Block, 'from' | 'to'>[]): MinuteRange {
  const all = [...(open.length > 0 ? open : [DEFAULT_HOURS]), ...blocks]
  const from = Math.max(Math.min(...all.map((range) => range.from)), 0)
  const to = Math.min(Math.max(...all.map((range) => range.to)), MINUTES_PER_DAY)
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR }
}

/** The closed parts of the axis. */
export function getClosedRanges(axis: MinuteRange, open: readonly MinuteRange[]): MinuteRange[] {
  const closed: MinuteRange[] = []
  let closedFrom = axis.from
  for (const { from, to } of open) {
    if (from > closedFrom) closed.push({ from: closedFrom, to: Math.min(from, axis.to) })
    closedFrom = Math.max(closedFrom, to)
  }
  if (closedFrom < axis.to) closed.push({ from: closedFrom, to: axis.to })
  return closed.filter(({ from, to }) => from < to)
}
