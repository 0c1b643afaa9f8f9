import { fail } from '../../errors.ts'
import type { AuditAction } from '../../shared/audit-actions.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/durations.ts'
import { instantAt, localAt, plusDays, wireInstant } from '../../shared/instants.ts'
import { sessionMinutes } from '../../shared/length.ts'
import { MINUTES_PER_DAY } from '../../shared/opening-hours.ts'
import type { ResourceKind } from '../resources/schema.ts'
import type { BookingChange } from './input/schema.ts'
import type { Booking, BookingStatus, BookingType, BusyTime } from './schema.ts'
import { SESSION_DAYS_MAX } from './words.ts'

/** The changes of one booking that the person at the desk who made them can undo. */
export const undoableActions = [
  'bookings.confirm',
  'bookings.decline',
  'bookings.cancel',
  'bookings.complete',
  'bookings.noShow',
  'bookings.update',
  'bookings.approveChange',
  'bookings.declineChange',
] as const satisfies AuditAction[]

/** How long the screen offers an undo. Emails about a change are sent after it. */
export const UNDO_OFFER_SECONDS = 8
/** How long the server accepts an undo: longer than it is offered, for slow networks and API clients. */
export const UNDO_SECONDS = 60

/** Whether a change can no longer be undone. @param changed_at ISO 8601 */
export const isTooLateToUndo = (changed_at: string, now: Date): boolean =>
  now.getTime() - Date.parse(changed_at) > UNDO_SECONDS * 1000

/** When a session takes place, in the studio's local time. */
export type SessionTimes = Pick<Booking, 'booking_date' | 'start_time' | 'end_time' | 'ends_next_day' | 'days'>

/** The start and end of a session as instants, ISO 8601 in UTC. */
export type Instants = Pick<Booking, 'starts_at' | 'ends_at'>

/** Minutes that a resource is kept free before and after a session. */
export type Buffers = { setup_minutes: number; teardown_minutes: number }

/** The statuses in which each step is allowed. The step's statement checks them too (spec section 4). */
export const transitions = {
  confirm: { from: ['pending'], to: 'confirmed' },
  decline: { from: ['pending'], to: 'cancelled' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled' },
  complete: { from: ['confirmed'], to: 'completed' },
  noShow: { from: ['confirmed', 'completed'], to: 'completed' },
} as const satisfies Record<string, { from: readonly BookingStatus[]; to: BookingStatus }>
export type Transition = keyof typeof transitions

/** Whether a booking with this status may make the transition (spec, status of a booking). */
export function isTransitionAllowed(transition: Transition, status: BookingStatus): boolean {
  const from: readonly BookingStatus[] = transitions[transition].from
  return from.includes(status)
}

/** A pending session reserves its room like a confirmed one. */
export const reservesTime = (status: BookingStatus) => status === 'pending' || status === 'confirmed'

/** The default status of a new booking: the studio's bookings are confirmed, a client's session is a pending request. */
export const chooseFirstStatus = (booking_type: BookingType, isMadeByStudio: boolean): BookingStatus =>
  booking_type === 'blocked_time' || isMadeByStudio ? 'confirmed' : 'pending'

/** The number of days that a session touches, from both fields of the API; if both were sent, `days` decides. */
export function resolveDays(input: { days?: number | undefined; ends_next_day?: boolean | undefined }) {
  const days = input.days ?? (input.ends_next_day ? 2 : 1)
  return { days, ends_next_day: days > 1 }
}

/** The day on which a session ends. */
export const getEndDate = ({ booking_date, days }: Pick<Booking, 'booking_date' | 'days'>) =>
  days === 1 ? booking_date : plusDays(booking_date, days - 1)

/**
 * The start and end of a session as instants (ISO 8601, UTC). All conversions of local times happen here. A local time that
 * occurs twice means the first. Fails with INVALID_TIME_RANGE if the end is not after the start, RANGE_TOO_LONG after 14
 * days, and TIME_DOES_NOT_EXIST if the clocks skip the start or the end.
 */
export function computeInstants(session: SessionTimes, zone: string): Instants {
  const minutes = sessionMinutes(session)
  if (minutes <= 0) fail('INVALID_TIME_RANGE', { fields: { end_time: 'The end must be after the start.' } })
  if (minutes > SESSION_DAYS_MAX * MINUTES_PER_DAY) {
    fail('RANGE_TOO_LONG', { fields: { end_time: `A booking lasts at most ${SESSION_DAYS_MAX} days.` } })
  }
  const skippedTime = 'The clocks change: this time does not exist on that day.'
  const starts = instantAt(session.booking_date, session.start_time, zone)
  if (!starts) fail('TIME_DOES_NOT_EXIST', { fields: { start_time: skippedTime } })
  const ends = instantAt(getEndDate(session), session.end_time, zone)
  if (!ends) fail('TIME_DOES_NOT_EXIST', { fields: { end_time: skippedTime } })
  return { starts_at: wireInstant(starts), ends_at: wireInstant(ends) }
}

/** Whether the local start and end of a session exist on its days. They do not if the clocks skip them. */
export const localTimesExist = (session: SessionTimes, zone: string) =>
  instantAt(session.booking_date, session.start_time, zone) !== null &&
  instantAt(getEndDate(session), session.end_time, zone) !== null

/** Whether a change concerns time, resources or service. Such a change by a client needs the studio's approval again. */
export const changesSession = (change: object) => sessionFields.some((field) => field in change)

const sessionFields = [
  'booking_date',
  'start_time',
  'end_time',
  'ends_next_day',
  'days',
  'service_type',
  'room_id',
  'resource_ids',
  'add_resource_ids',
  'remove_resource_ids',
] as const satisfies (keyof BookingChange)[]

type SessionInRooms = Instants &
  Pick<Booking, 'service_type'> & { resources: readonly { id: string; kind: ResourceKind }[] }

/** Whether time, rooms and service are the same. Then the change needs no approval, and the client gets no email. */
export function isSameSession(before: SessionInRooms, after: SessionInRooms): boolean {
  const sessionKey = ({ starts_at, ends_at, service_type, resources }: SessionInRooms) => {
    const rooms = resources.filter(({ kind }) => kind === 'room').map(({ id }) => id)
    return [starts_at, ends_at, service_type, ...rooms.sort()].join()
  }
  return sessionKey(before) === sessionKey(after)
}

/**
 * Fails with ROOM_NOT_AVAILABLE if a resource of the session is inactive or deleted, because the session cannot be moved with it.
 * @param active the resources that can be booked now
 */
export function checkBookable(
  currentResources: readonly { id: string; name: string }[],
  active: readonly { id: string }[],
) {
  const unavailable = currentResources.find(({ id }) => active.every((resource) => resource.id !== id))
  if (unavailable) fail('ROOM_NOT_AVAILABLE', { message: `${unavailable.name} cannot be booked at the moment.` })
}

/**
 * Until when a client can cancel or move a session online.
 * @param starts_at ISO 8601
 * @returns ISO 8601; the start itself if the studio sets no deadline
 */
export const getCancellationDeadline = (starts_at: string, cutoff_hours: number): string =>
  new Date(Date.parse(starts_at) - cutoff_hours * HOUR_MS).toISOString()

/**
 * Whether a client can no longer cancel or move: less than `cutoff_hours` are left, or the session has begun.
 * @param starts_at ISO 8601
 */
export function isTooLateToCancel(starts_at: string, cutoff_hours: number, now: Date): boolean {
  const untilStart = Date.parse(starts_at) - now.getTime()
  return untilStart <= 0 || untilStart < cutoff_hours * HOUR_MS
}

const countText = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`

/** The error for a client who has as many open requests as the studio allows. */
export const openRequestsMessage = ({ limit }: { limit: number }) =>
  `This studio allows ${countText(limit, 'open request')} at a time, and you have that many. Wait for an answer, or cancel one of your requests.`

/** @param used hours already booked ahead, without the rejected session */
export const hoursAheadMessage = ({ limit, used }: { limit: number; used: number }) =>
  `This studio allows ${countText(limit, 'hour')} booked ahead, and you have ${Number(used.toFixed(1))}. Choose a shorter time, cancel a session, or ask the studio to book it for you.`

/** How long a request waits at least, even if its session is near. */
const REQUEST_MINUTES_MIN = 30

/**
 * When a client's request expires without an answer (ISO 8601): after the number of hours that the studio set, at the
 * latest `min_notice_minutes` before the earliest start, and at the earliest in 30 minutes.
 * @param starts of the session and of the requested time (ISO 8601)
 */
export function requestExpiry(
  terms: { request_expiry_hours: number; min_notice_minutes: number },
  starts: readonly string[],
  now: Date,
): string {
  const notice = terms.min_notice_minutes * MINUTE_MS
  const latestExpiry = Math.min(...starts.map((start) => Date.parse(start))) - notice
  const defaultExpiry = now.getTime() + terms.request_expiry_hours * HOUR_MS
  const earliestExpiry = now.getTime() + REQUEST_MINUTES_MIN * MINUTE_MS
  return new Date(Math.max(earliestExpiry, Math.min(defaultExpiry, latestExpiry))).toISOString()
}

/** The month of the studio's plan to which a day belongs: first and last day, both `yyyy-MM-dd`. */
export function getPlanMonth(booking_date: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(booking_date).with({ day: 1 })
  return { from: first.toString(), to: first.add({ months: 1 }).subtract({ days: 1 }).toString() }
}

/**
 * A reservation of a room as clients see it: split at local midnights, so that each part is on one day. When clocks go back,
 * local times repeat. A reservation that spans the repetition ends as if clocks had not changed, so that no part of it looks free.
 */
export function splitBusyTime(
  reservation: { room_id: string; starts_at: string; ends_at: string },
  zone: string,
): BusyTime[] {
  const start = localAt(reservation.starts_at, zone)
  const end = getLocalEnd(reservation, start, zone)
  const parts: BusyTime[] = []
  for (let day = start.date; day <= end.date; day = plusDays(day, 1)) {
    const start_time = day === start.date ? start.time : '00:00'
    const ends_next_day = day < end.date
    const end_time = ends_next_day ? '00:00' : end.time
    if (!ends_next_day && end_time <= start_time) continue
    parts.push({ room_id: reservation.room_id, booking_date: day, start_time, end_time, ends_next_day })
  }
  return parts
}

type LocalTime = ReturnType<typeof localAt>

function getLocalEnd(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  start: LocalTime,
  zone: string,
): LocalTime {
  const end = localAt(ends_at, zone)
  const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE_MS
  const withoutChange = localAt(plusMinutes(`${start.date}T${start.time}Z`, minutes), 'UTC')
  const isEarlier = `${end.date} ${end.time}` < `${withoutChange.date} ${withoutChange.time}`
  return isEarlier ? withoutChange : end
}

/** The time for which a session occupies a resource, with buffers; half-open, ISO 8601. */
export function withBuffers(session: Instants, buffers: Buffers): { from: string; to: string } {
  return {
    from: plusMinutes(session.starts_at, -buffers.setup_minutes),
    to: plusMinutes(session.ends_at, buffers.teardown_minutes),
  }
}

const plusMinutes = (instant: string, minutes: number) =>
  minutes === 0 ? instant : new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString()

/** A half-open time range in milliseconds. */
export type Span = { from: number; to: number }

/** The parts of `span` outside `removedSpans`: a block leaves out the bookings that stay. */
export function subtractSpans(span: Span, removedSpans: readonly Span[]): Span[] {
  let parts = [span]
  for (const removed of removedSpans) {
    parts = parts.flatMap((part) =>
      [
        { from: part.from, to: Math.min(part.to, removed.from) },
        { from: Math.max(part.from, removed.to), to: part.to },
      ].filter(({ from, to }) => from < to),
    )
  }
  return parts
}
