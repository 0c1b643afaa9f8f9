import { fail } from '../../errors.ts'
import { instantAt, localAt, plusDays, todayIn, wireInstant } from '../../shared/instants.ts'
import { isWithinOpeningHours, MINUTES_A_DAY, minutesOf } from '../../shared/opening-hours.ts'
import type { OpeningHours } from '../resources/schema.ts'
import type { Booking, BookingStatus, BookingType, BusyTime } from './schema.ts'

/** When a session takes place, by the studio's clocks. */
export type SessionTimes = Pick<Booking, 'booking_date' | 'start_time' | 'end_time' | 'ends_next_day'>

/** The same as instants, ISO 8601 in UTC. */
export type Instants = Pick<Booking, 'starts_at' | 'ends_at'>

/** Minutes that a resource is kept free before and after a session. */
export type Buffers = { setup_minutes: number; teardown_minutes: number }

export const MONTHS_AHEAD_MAX = 24

/** From which statuses each step may be taken; the statement that takes it asks for them (spec section 4). */
export const transitions = {
  confirm: { from: ['pending'], to: 'confirmed' },
  decline: { from: ['pending'], to: 'cancelled' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled' },
  complete: { from: ['confirmed'], to: 'completed' },
} as const satisfies Record<string, { from: readonly BookingStatus[]; to: BookingStatus }>
export type Transition = keyof typeof transitions

export function isPossible(transition: Transition, status: BookingStatus): boolean {
  const from: readonly BookingStatus[] = transitions[transition].from
  return from.includes(status)
}

/** A pending session holds its room as a confirmed one does. */
export const holds = (status: BookingStatus) => status === 'pending' || status === 'confirmed'

/** Spec section 4: a new client booking starts pending, a new blocked time confirmed. */
export const firstStatus = (booking_type: BookingType): BookingStatus =>
  booking_type === 'blocked_time' ? 'confirmed' : 'pending'

/**
 * The instants (ISO 8601, UTC) of a session in the studio's zone: the one place where local times become instants.
 * A repeated time means the first. Refuses with INVALID_TIME_RANGE where the end is not after the start,
 * RANGE_TOO_LONG past 24 hours by the clock, TIME_DOES_NOT_EXIST where the clocks skip the start or the end.
 */
export function sessionInstants(session: SessionTimes, zone: string): Instants {
  if (!session.ends_next_day && session.end_time <= session.start_time) {
    fail('INVALID_TIME_RANGE', { fields: { end_time: 'The end must be after the start.' } })
  }
  if (session.ends_next_day && session.end_time > session.start_time) {
    fail('RANGE_TOO_LONG', { fields: { end_time: 'A booking lasts at most 24 hours.' } })
  }
  const lastDay = session.ends_next_day ? plusDays(session.booking_date, 1) : session.booking_date
  const missing = 'The clocks change: this time does not exist on that day.'
  const starts = instantAt(session.booking_date, session.start_time, zone)
  if (!starts) fail('TIME_DOES_NOT_EXIST', { fields: { start_time: missing } })
  const ends = instantAt(lastDay, session.end_time, zone)
  if (!ends) fail('TIME_DOES_NOT_EXIST', { fields: { end_time: missing } })
  return { starts_at: wireInstant(starts), ends_at: wireInstant(ends) }
}

/**
 * Refuses a start that has passed by the studio's clock (BOOKING_IN_PAST) or lies more than 24 months ahead
 * (RANGE_TOO_LONG).
 * @param asked.mayRecordToday admins may block or record from the start of today
 */
export function checkStart(
  session: Pick<SessionTimes, 'booking_date'> & { starts_at: string },
  asked: { zone: string; now: Date; mayRecordToday: boolean },
): void {
  const today = todayIn(asked.zone, asked.now)
  const hasPassed = asked.mayRecordToday
    ? session.booking_date < today
    : Date.parse(session.starts_at) < asked.now.getTime()
  if (hasPassed) fail('BOOKING_IN_PAST', { fields: { booking_date: 'That time has already passed.' } })
  const last = Temporal.PlainDate.from(today).add({ months: MONTHS_AHEAD_MAX }).toString()
  if (session.booking_date > last) {
    fail('RANGE_TOO_LONG', { fields: { booking_date: `Please choose a day within ${MONTHS_AHEAD_MAX} months.` } })
  }
}

/** Refuses a session that is not wholly within opening hours with OUTSIDE_OPENING_HOURS. */
export function checkOpeningHours(session: SessionTimes, hours: readonly OpeningHours[]): void {
  if (!isWithinOpeningHours(session, hours)) {
    fail('OUTSIDE_OPENING_HOURS', { fields: { start_time: 'The studio is closed at that time.' } })
  }
}

const MILLISECONDS_AN_HOUR = 3_600_000

/**
 * Whether a client's time to cancel is over: it ends `cutoff_hours` before the start; 0 means that it never does.
 * @param starts_at ISO 8601
 */
export function isTooLateToCancel(starts_at: string, cutoff_hours: number, now: Date): boolean {
  return cutoff_hours > 0 && now.getTime() > Date.parse(starts_at) - cutoff_hours * MILLISECONDS_AN_HOUR
}

/** The studio's calendar month that a day counts in for its plan: first and last day, both `yyyy-MM-dd`. */
export function monthOf(booking_date: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(booking_date).with({ day: 1 })
  return { from: first.toString(), to: first.add({ months: 1 }).subtract({ days: 1 }).toString() }
}

/** A hold on a room as a client may know it: cut at local midnights, so that each part lies within one day. */
export function busyTimes(hold: { room_id: string; starts_at: string; ends_at: string }, zone: string): BusyTime[] {
  const start = localAt(hold.starts_at, zone)
  const end = localAt(hold.ends_at, zone)
  const parts: BusyTime[] = []
  for (let day = start.date; day <= end.date; day = plusDays(day, 1)) {
    const start_time = day === start.date ? start.time : '00:00'
    const ends_next_day = day < end.date
    const end_time = ends_next_day ? '00:00' : end.time
    if (!ends_next_day && end_time <= start_time) continue
    parts.push({ room_id: hold.room_id, booking_date: day, start_time, end_time, ends_next_day })
  }
  return parts
}

const MILLISECONDS_A_MINUTE = 60_000

/** How long a session occupies a resource, its buffers included; half-open, ISO 8601. */
export function withBuffers(session: Instants, buffers: Buffers): { from: string; to: string } {
  const from = Date.parse(session.starts_at) - buffers.setup_minutes * MILLISECONDS_A_MINUTE
  const to = Date.parse(session.ends_at) + buffers.teardown_minutes * MILLISECONDS_A_MINUTE
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** A resource with the stretches in which it is held, buffers included; ISO 8601. */
export type Occupied = Buffers & { held: readonly Instants[] }

function isFree(session: Instants, resource: Occupied): boolean {
  const { from, to } = withBuffers(session, resource)
  return resource.held.every(
    (hold) => Date.parse(hold.ends_at) <= Date.parse(from) || Date.parse(to) <= Date.parse(hold.starts_at),
  )
}

const clock = (minutes: number) => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor((minutes % MINUTES_A_DAY) / 60))}:${two(minutes % 60)}`
}

const SUGGESTION_STEP_MINUTES = 15
const SUGGESTIONS_MAX = 3

/**
 * The up to three starts (`HH:mm`) on the same day, nearest to a time that was refused, at which a session of the same
 * length fits: within opening hours (null: any hour), in time that exists and has not passed, with `all` resources free
 * and, where `oneOf` names any, one of those.
 */
export function nearestFreeStarts(
  refused: SessionTimes,
  asked: { zone: string; now: Date; hours: readonly OpeningHours[] | null; all: Occupied[]; oneOf: Occupied[] },
): string[] {
  const from = minutesOf(refused.start_time)
  const length = minutesOf(refused.end_time) + (refused.ends_next_day ? MINUTES_A_DAY : 0) - from
  const fits = (start: number) => {
    const end = start + length
    const session = {
      booking_date: refused.booking_date,
      start_time: clock(start),
      end_time: clock(end),
      ends_next_day: end >= MINUTES_A_DAY,
    }
    if (asked.hours && !isWithinOpeningHours(session, asked.hours)) return false
    const starts = instantAt(session.booking_date, session.start_time, asked.zone)
    const ends = instantAt(plusDays(session.booking_date, session.ends_next_day ? 1 : 0), session.end_time, asked.zone)
    if (!starts || !ends || starts.epochMilliseconds < asked.now.getTime()) return false
    const instants = { starts_at: wireInstant(starts), ends_at: wireInstant(ends) }
    const free = (resource: Occupied) => isFree(instants, resource)
    return asked.all.every(free) && (asked.oneOf.length === 0 || asked.oneOf.some(free))
  }
  const found: number[] = []
  for (let away = SUGGESTION_STEP_MINUTES; away < MINUTES_A_DAY; away += SUGGESTION_STEP_MINUTES) {
    for (const start of [from - away, from + away]) {
      if (found.length < SUGGESTIONS_MAX && start >= 0 && start < MINUTES_A_DAY && fits(start)) found.push(start)
    }
  }
  return found.sort((a, b) => a - b).map(clock)
}
