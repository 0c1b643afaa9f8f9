import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { MINUTES_A_DAY, minutesOf, type Stretch } from '@studiohub/contract/shared/opening-hours.ts'
import { type Entry, heldBy } from '../shared/day-entries.ts'

/** The step of everything that is moved, in minutes. */
export const STEP_MINUTES = 15
const LANES_INSIDE_MAX = 4
const HOUR = 60
const USUAL_HOURS: Stretch = { from: 8 * HOUR, to: 20 * HOUR }

/** A column of the week or the day: a room on a day; all rooms of it where they are many; what needs no room. */
export type Lane = { key: string; day: string; room: Resource | null; kind: 'room' | 'all' | 'elsewhere' }

/** A lane per room on every day; in a week of many rooms one for all of them. */
export function lanesOf(
  days: readonly string[],
  rooms: readonly Resource[],
  entries: ReadonlyMap<string, readonly Entry[]>,
): Lane[] {
  return days.flatMap((day): Lane[] => {
    if (rooms.length === 0 || (days.length > 1 && rooms.length > LANES_INSIDE_MAX)) {
      return [{ key: day, day, room: null, kind: 'all' }]
    }
    const own = rooms.map((room): Lane => ({ key: `${day} ${room.id}`, day, room, kind: 'room' }))
    const isElsewhere = (entries.get(day) ?? []).some((entry) => !rooms.some(({ id }) => roomsIn(entry).includes(id)))
    return isElsewhere ? [...own, { key: `${day} elsewhere`, day, room: null, kind: 'elsewhere' }] : own
  })
}

const roomsIn = (entry: Entry): readonly string[] => heldBy(entry).map(({ id }) => id)

/** An entry as it stands in the lanes: over `span` of them from `lane` on, and beside others where they overlap. */
export type Block = {
  key: string
  entry: Entry
  lane: number
  span: number
  /** Minutes from the midnight of its day; `to` may be 1440. */
  from: number
  to: number
  column: number
  columns: number
}

/** Where the entries stand: one block for each run of neighbouring lanes that an entry is in. */
export function blocksOf(lanes: readonly Lane[], entries: ReadonlyMap<string, readonly Entry[]>): Block[] {
  const days = Map.groupBy(
    lanes.map((lane, index) => ({ ...lane, index })),
    ({ day }) => day,
  )
  return [...days].flatMap(([day, own]) => {
    const blocks = (entries.get(day) ?? []).flatMap((entry) => runsOf(entry, own))
    return besideEachOther(blocks)
  })
}

function runsOf(entry: Entry, lanes: readonly (Lane & { index: number })[]): Block[] {
  const rooms = roomsIn(entry)
  const inRooms = lanes.filter(({ kind, room }) => kind === 'all' || (room && rooms.includes(room.id)))
  const holding = inRooms.length > 0 ? inRooms : lanes.filter(({ kind }) => kind === 'elsewhere')
  const runs: Block[] = []
  for (const { index } of holding) {
    const last = runs.at(-1)
    if (last && last.lane + last.span === index) last.span += 1
    else {
      const times = { from: minutesOf(entry.from), to: entry.to === '24:00' ? MINUTES_A_DAY : minutesOf(entry.to) }
      runs.push({ key: `${entry.key} ${index}`, entry, lane: index, span: 1, ...times, column: 0, columns: 1 })
    }
  }
  return runs
}

const overlap = (a: Block, b: Block) =>
  a.from < b.to && b.from < a.to && a.lane < b.lane + b.span && b.lane < a.lane + a.span

/** Gives those that overlap columns of their own; a chain of them shares one number of columns. */
function besideEachOther(blocks: Block[]): Block[] {
  const chains: Block[][] = []
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const met = chains.filter((chain) => chain.some((other) => overlap(block, other)))
    const taken = new Set(met.flat().flatMap((other) => (overlap(block, other) ? [other.column] : [])))
    while (taken.has(block.column)) block.column += 1
    const joined = [...met.flat(), block]
    for (const chain of met) chains.splice(chains.indexOf(chain), 1)
    chains.push(joined)
  }
  for (const chain of chains) {
    const columns = Math.max(...chain.map(({ column }) => column)) + 1
    for (const block of chain) block.columns = columns
  }
  return blocks
}

/** The hours that the axis shows: the opening hours of these days and all that stands in them, in whole hours. */
export function axisOf(open: readonly Stretch[], blocks: readonly Pick<Block, 'from' | 'to'>[]): Stretch {
  const all = [...(open.length > 0 ? open : [USUAL_HOURS]), ...blocks]
  const from = Math.max(Math.min(...all.map((one) => one.from)), 0)
  const to = Math.min(Math.max(...all.map((one) => one.to)), MINUTES_A_DAY)
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR }
}

/** What of the axis is not open. */
export function closedIn(axis: Stretch, open: readonly Stretch[]): Stretch[] {
  const closed: Stretch[] = []
  let at = axis.from
  for (const { from, to } of open) {
    if (from > at) closed.push({ from: at, to: Math.min(from, axis.to) })
    at = Math.max(at, to)
  }
  if (at < axis.to) closed.push({ from: at, to: axis.to })
  return closed.filter(({ from, to }) => from < to)
}
