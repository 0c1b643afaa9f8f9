/** The reasons why a session cannot start in a room, at the times at which they change; null: it can. */
export type RoomStarts = { room_id: string; from: Record<string, string | null> }

/** Why a session cannot start at a time; null if it can. */
export const getReasonAt = (from: RoomStarts['from'], time: string) =>
  from[Object.keys(from).findLast((start) => start <= time) ?? ''] ?? null

/**
 * The room that a booking without a room gets: the cheapest one that is free at the time, and the first of equally cheap ones.
 * @param costOf null: on request
 */
export function findFreeRoom<Room extends { id: string }>(
  rooms: readonly Room[],
  { starts, time }: { starts: readonly RoomStarts[]; time: string },
  costOf: (room: Room) => number | null,
): Room | undefined {
  const isFree = ({ id }: Room) =>
    starts.some(({ room_id, from }) => room_id === id && getReasonAt(from, time) === null)
  const free = rooms.filter(isFree).map((room) => ({ room, cost: costOf(room) ?? Number.MAX_SAFE_INTEGER }))
  return free.sort((a, b) => a.cost - b.cost)[0]?.room
}
