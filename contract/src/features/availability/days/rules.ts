import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import {
  type AvailableDay,
  type BlockedStartReason,
  blockedStartReasons,
  START_STEP_MINUTES,
  type StartsOfDay,
} from '../schema.ts'

/** How many starts a day has: one each quarter of an hour. */
export const STARTS_PER_DAY = DAY_MS / MINUTE_MS / START_STEP_MINUTES

const quarterHours = Array.from({ length: STARTS_PER_DAY }, (_, index) =>
  new Date(index * START_STEP_MINUTES * MINUTE_MS).toISOString().slice(11, 16),
)

/** Why a session cannot start at a time; null if it can. */
export type Reason = BlockedStartReason | null

/** The reasons at each start of all days in one room. */
type RoomReasons = { room_id: string; reasons: Reason[] }

/**
 * The free starts of one day, and the reasons against the others in each room.
 * @param offset the index of the day's first start among the starts of all days
 */
export function buildDay(date: string, offset: number, roomReasons: readonly RoomReasons[]): AvailableDay {
  const free = quarterHours.filter((_, index) => roomReasons.some(({ reasons }) => reasons[offset + index] === null))
  const rooms = roomReasons.map(({ room_id, reasons }) => ({ room_id, from: listReasonChanges(reasons, offset) }))
  const reasonsOfRooms = new Set(rooms.flatMap(({ from }) => Object.values(from)))
  const reason = free.length > 0 ? null : blockedStartReasons.findLast((blocked) => reasonsOfRooms.has(blocked))
  return { date, free, reason: reason === undefined ? 'OUTSIDE_OPENING_HOURS' : reason, rooms }
}

function listReasonChanges(reasons: readonly Reason[], offset: number): StartsOfDay {
  const changes: StartsOfDay = {}
  let before: Reason | undefined
  quarterHours.forEach((time, index) => {
    const reason = reasons[offset + index] ?? null
    if (reason !== before) changes[time] = reason
    before = reason
  })
  return changes
}
