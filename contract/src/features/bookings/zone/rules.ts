import { isOnClock, type SessionTimes, sessionInstants } from '../rules.ts'

/** A future session with its local time and its instants. */
export type FutureSession = SessionTimes & { id: string; starts_at: string; ends_at: string; holds: boolean }

/** A reservation of a future session, with the resource's current buffers (minutes). */
export type FutureReservation = {
  booking_id: string
  resource_id: string
  part: number
  from: string
  to: string
  setup_minutes: number
  teardown_minutes: number
}

/** Why a session cannot keep its local time in the new time zone. */
export type ZoneConflict = Pick<FutureSession, 'booking_date' | 'start_time'> & {
  booking_id: string
  why: 'no_such_time' | 'already_past' | 'overlap'
}

type MovedReservation = { id: string; starts_at: string; ends_at: string }
type MovedHold = Omit<FutureReservation, 'setup_minutes' | 'teardown_minutes'>
export type ZoneChange = { moved: MovedReservation[]; holds: MovedHold[]; conflicts: ZoneConflict[] }

const MS_A_MINUTE = 60_000
const wire = (ms: number) => new Date(ms).toISOString()

/**
 * Computes the new instants of future sessions when a studio changes its time zone. Each session keeps its local date and
 * time, so its instants and reservations move.
 * @param reserved reservations of these sessions, and of sessions that have started and so do not move
 */
export function planZoneChange(
  ahead: readonly FutureSession[],
  reserved: readonly FutureReservation[],
  { zone, now }: { zone: string; now: Date },
): ZoneChange {
  const conflicts: ZoneConflict[] = []
  const moved = new Map<string, MovedReservation & { from: FutureSession }>()
  for (const session of ahead) {
    const why = whyNot(session, zone, now)
    if (!why) moved.set(session.id, { id: session.id, ...sessionInstants(session, zone), from: session })
    else if (session.holds) conflicts.push(conflictOf(session, why))
  }
  const holds = reserved.map((hold) => ({
    hold: moveHold(hold, moved.get(hold.booking_id)),
    moves: moved.has(hold.booking_id),
  }))
  for (const booking_id of overlapping(holds.map(({ hold }) => hold))) {
    const session = moved.get(booking_id)?.from
    if (session) conflicts.push(conflictOf(session, 'overlap'))
  }
  return {
    moved: [...moved.values()].map(({ from: _, ...instants }) => instants),
    holds: holds.filter(({ moves }) => moves).map(({ hold }) => hold),
    conflicts,
  }
}

const conflictOf = ({ id, booking_date, start_time }: FutureSession, why: ZoneConflict['why']): ZoneConflict => ({
  booking_id: id,
  booking_date,
  start_time,
  why,
})

function whyNot(session: FutureSession, zone: string, now: Date): ZoneConflict['why'] | null {
  if (!isOnClock(session, zone)) return 'no_such_time'
  const { starts_at, ends_at } = sessionInstants(session, zone)
  if (ends_at <= starts_at) return 'no_such_time'
  return Date.parse(starts_at) <= now.getTime() ? 'already_past' : null
}

// The reservation moves with its session, but never becomes longer than the resource's current buffers allow.
function moveHold(
  hold: FutureReservation,
  session: (MovedReservation & { from: FutureSession }) | undefined,
): MovedHold {
  const { setup_minutes, teardown_minutes, ...rest } = hold
  if (!session) return rest
  const [starts, ends] = [Date.parse(session.starts_at), Date.parse(session.ends_at)]
  const from = Date.parse(hold.from) + starts - Date.parse(session.from.starts_at)
  const to = Date.parse(hold.to) + ends - Date.parse(session.from.ends_at)
  return {
    ...rest,
    from: wire(Math.max(from, starts - setup_minutes * MS_A_MINUTE)),
    to: wire(Math.min(to, ends + teardown_minutes * MS_A_MINUTE)),
  }
}

/** The bookings whose reservations overlap another one of the same resource, or have become empty. */
function overlapping(holds: readonly MovedHold[]): Set<string> {
  const found = new Set<string>()
  const byResource = Map.groupBy(holds, ({ resource_id }) => resource_id)
  for (const ofOne of byResource.values()) {
    let last: MovedHold | undefined
    for (const hold of ofOne.toSorted((a, b) => a.from.localeCompare(b.from))) {
      if (hold.from >= hold.to) found.add(hold.booking_id)
      if (last && hold.from < last.to) found.add(hold.booking_id).add(last.booking_id)
      if (!last || hold.to > last.to) last = hold
    }
  }
  return found
}
