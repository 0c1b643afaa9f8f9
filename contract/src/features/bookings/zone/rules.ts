import { computeInstants, localTimesExist, type SessionTimes } from '../rules.ts'

/** A future session with its local time and its instants. */
export type FutureSession = SessionTimes & {
  id: string
  starts_at: string
  ends_at: string
  /** Whether it reserves its resources. */
  holds: boolean
}

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

type MovedSession = { id: string; starts_at: string; ends_at: string }
type MovedReservation = Omit<FutureReservation, 'setup_minutes' | 'teardown_minutes'>
export type ZoneChange = { sessions: MovedSession[]; reservations: MovedReservation[]; conflicts: ZoneConflict[] }

const MS_PER_MINUTE = 60_000
const toInstant = (ms: number) => new Date(ms).toISOString()

/**
 * Computes the new instants of future sessions when a studio changes its time zone. Each session keeps its local date and
 * time, so its instants and reservations move.
 * @param reservations of these sessions, and of sessions that have started, which do not move
 */
export function planZoneChange(
  sessions: readonly FutureSession[],
  reservations: readonly FutureReservation[],
  { zone, now }: { zone: string; now: Date },
): ZoneChange {
  const conflicts: ZoneConflict[] = []
  const moved = new Map<string, MovedSession & { from: FutureSession }>()
  for (const session of sessions) {
    const why = findConflict(session, zone, now)
    if (!why) moved.set(session.id, { id: session.id, ...computeInstants(session, zone), from: session })
    else if (session.holds) conflicts.push(toZoneConflict(session, why))
  }
  const planned = reservations.map((reservation) => moveReservation(reservation, moved.get(reservation.booking_id)))
  for (const booking_id of findOverlaps(planned)) {
    const session = moved.get(booking_id)?.from
    if (session) conflicts.push(toZoneConflict(session, 'overlap'))
  }
  return {
    sessions: [...moved.values()].map(({ from: _, ...instants }) => instants),
    reservations: planned.filter(({ booking_id }) => moved.has(booking_id)),
    conflicts,
  }
}

const toZoneConflict = ({ id, booking_date, start_time }: FutureSession, why: ZoneConflict['why']): ZoneConflict => ({
  booking_id: id,
  booking_date,
  start_time,
  why,
})

function findConflict(session: FutureSession, zone: string, now: Date): ZoneConflict['why'] | null {
  if (!localTimesExist(session, zone)) return 'no_such_time'
  const { starts_at, ends_at } = computeInstants(session, zone)
  if (ends_at <= starts_at) return 'no_such_time'
  return Date.parse(starts_at) <= now.getTime() ? 'already_past' : null
}

// The reservation moves with its session, but its buffers never become longer than the resource's current buffers.
function moveReservation(
  reservation: FutureReservation,
  session: (MovedSession & { from: FutureSession }) | undefined,
): MovedReservation {
  const { setup_minutes, teardown_minutes, ...rest } = reservation
  if (!session) return rest
  const [starts, ends] = [Date.parse(session.starts_at), Date.parse(session.ends_at)]
  const from = Date.parse(reservation.from) + starts - Date.parse(session.from.starts_at)
  const to = Date.parse(reservation.to) + ends - Date.parse(session.from.ends_at)
  return {
    ...rest,
    from: toInstant(Math.max(from, starts - setup_minutes * MS_PER_MINUTE)),
    to: toInstant(Math.min(to, ends + teardown_minutes * MS_PER_MINUTE)),
  }
}

/** The bookings with a reservation that overlaps another of the same resource, or that has become empty. */
function findOverlaps(reservations: readonly MovedReservation[]): Set<string> {
  const conflictIds = new Set<string>()
  const byResource = Map.groupBy(reservations, ({ resource_id }) => resource_id)
  for (const ofResource of byResource.values()) {
    let last: MovedReservation | undefined
    for (const reservation of ofResource.toSorted((a, b) => a.from.localeCompare(b.from))) {
      if (reservation.from >= reservation.to) conflictIds.add(reservation.booking_id)
      if (last && reservation.from < last.to) conflictIds.add(reservation.booking_id).add(last.booking_id)
      if (!last || reservation.to > last.to) last = reservation
    }
  }
  return conflictIds
}
