import type { Actor } from '@studiohub/contract/actor.ts'
import { type ErrorCode, errors, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  askedRooms,
  availability,
  isWithin,
  lastDayOf,
  nearestStarts,
  openingOf,
  type StartTerms,
  startRefusal,
  startTerms,
} from '@studiohub/contract/features/availability/rules.ts'
import {
  type Instants,
  isLengthOffered,
  minutesLong,
  monthOf,
  type SessionTimes,
  sessionInstants,
  withBuffers,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingType, BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import {
  hasBookingLeft,
  takesBookings,
  tierInForce,
  unlimitedTiers,
} from '@studiohub/contract/features/subscriptions/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { minutesOf } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Tx } from '../../../platform/db/door.ts'
import { getPlanInForce } from '../../subscriptions/queries.ts'
import { type Hold, listHeld, listTaken } from '../queries.ts'
import type { Bookable, Terms } from './queries.ts'

/** A session or block as somebody wants it. */
export type Wanted = SessionTimes & {
  studio_id: string
  booking_type: BookingType
  service_type: string
  client_id: string | null
}

/** Refuses what the studio does not offer the asker, and people whom it does not know. */
export function checkServiceAndClient(actor: Actor, wanted: Wanted, terms: Terms) {
  if (wanted.booking_type === 'blocked_time') return
  const offered = terms.service && (terms.service.is_client_bookable || mayOverrideHours(actor, wanted.studio_id))
  if (!offered) fail('SERVICE_NOT_OFFERED', { fields: { service_type: errors.SERVICE_NOT_OFFERED.message } })
  if (wanted.client_id !== null && !terms.knows_client) {
    fail('CLIENT_NOT_IN_STUDIO', { fields: { client_id: errors.CLIENT_NOT_IN_STUDIO.message } })
  }
}

/** Refuses a project that is not the client's own, or not of this studio. */
export function checkProject({ project_id }: { project_id?: string | null | undefined }, terms: Terms) {
  if (!project_id || terms.project_title !== null) return
  fail('VALIDATION_FAILED', { fields: { project_id: 'This is no project of the client.' } })
}

/** How far from now the actor may book at this studio. */
export const termsOfStart = (actor: Actor, studio_id: string, terms: Terms, now: Date): StartTerms =>
  startTerms({
    zone: terms.timezone,
    now,
    runs_studio: mayOverrideHours(actor, studio_id),
    notice_minutes: terms.min_notice_minutes,
    horizon_days: terms.booking_horizon_days,
  })

const inField = (code: ErrorCode, field: string) => fail(code, { fields: { [field]: errors[code].message } })

/** The instants of a wanted time; refuses one that has passed or lies too far ahead for the actor. */
export function checkTime(actor: Actor, wanted: Wanted, terms: Terms, now: Date): Instants {
  const instants = sessionInstants(wanted, terms.timezone)
  const start = termsOfStart(actor, wanted.studio_id, terms, now)
  if (wanted.booking_date > lastDayOf(start.today)) inField('RANGE_TOO_LONG', 'booking_date')
  const refusal = startRefusal(wanted.booking_date, Date.parse(instants.starts_at), start)
  if (refusal) inField(refusal, 'booking_date')
  return instants
}

/**
 * Opening hours of the rooms, and the lengths that the service is offered for, bind clients; whoever runs the studio goes
 * against them and is told so.
 */
export function checkHours(actor: Actor, wanted: Wanted, terms: Terms, rooms: readonly Bookable[]): BookingWarning[] {
  if (wanted.booking_type === 'blocked_time') return []
  const warnings: BookingWarning[] = []
  const minutes = minutesLong(wanted)
  const from = minutesOf(wanted.start_time)
  const isOpen = (room: Bookable) => isWithin(openingOf(room, terms.hours)(wanted.booking_date), from, from + minutes)
  if (!rooms.some(isOpen)) warnings.push('OUTSIDE_OPENING_HOURS')
  if (terms.service && !isLengthOffered(minutes, terms.service)) warnings.push('LENGTH_NOT_OFFERED')
  if (warnings[0] && !mayOverrideHours(actor, wanted.studio_id)) {
    inField(warnings[0], warnings[0] === 'LENGTH_NOT_OFFERED' ? 'end_time' : 'start_time')
  }
  return warnings
}

const PLAN_ENDED = 'Your plan has ended. Choose one in the settings to take new bookings; booked sessions stay.'

/**
 * Refuses a new session while the studio has no running plan, and any beyond the plan's bookings of its month. The plan is
 * read behind the studio's lock: what was known before it may have ended or shrunk since.
 * @param moved a session that is booked already: it is honoured when the plan has ended
 */
export async function checkPlan(tx: Tx, actor: Actor, wanted: Wanted, { now, moved }: { now: Date; moved?: boolean }) {
  if (wanted.booking_type === 'blocked_time') return
  const { studio_id, booking_date } = wanted
  const plan = await getPlanInForce(tx, { studio_id, month: monthOf(booking_date), unlimited: unlimitedTiers })
  if (!moved && !(plan && takesBookings(plan, now))) {
    fail('PLAN_EXPIRED', mayOverrideHours(actor, studio_id) ? { message: PLAN_ENDED } : {})
  }
  authorize(plan !== undefined && hasBookingLeft(tierInForce(plan), plan.live), 'PLAN_LIMIT_REACHED')
}

/** What a booking needs: `all` of these, and where `oneOf` names any, one of those. */
export type Choice = { all: Bookable[]; oneOf: Bookable[] }

/** The resources that were named; without a room among them any free one, or for blocked time every room. */
export function choiceOf(
  asked: { room_id?: string | null | undefined; resource_ids?: string[] | undefined; booking_type: BookingType },
  active: Bookable[],
): Choice {
  const { room_id, resource_ids = [], booking_type } = asked
  const named = new Set(room_id ? [room_id, ...resource_ids] : resource_ids)
  const all = active.filter(({ id }) => named.has(id))
  const rooms = active.filter(({ kind }) => kind === 'room')
  const unknown = all.length < named.size || (room_id && !rooms.some(({ id }) => id === room_id))
  if (unknown || rooms.length === 0) inField('ROOM_NOT_AVAILABLE', 'room_id')
  if (booking_type === 'blocked_time') return { all: named.size === 0 ? rooms : all, oneOf: [] }
  return { all, oneOf: all.some(({ kind }) => kind === 'room') ? [] : rooms }
}

/** The rooms among which a choice is made. */
export const roomsOf = ({ all, oneOf }: Choice) => [...all.filter(({ kind }) => kind === 'room'), ...oneOf]

export const holdOn = (resource: Bookable, instants: Instants): Hold => ({
  resource_id: resource.id,
  ...withBuffers(instants, resource),
})

/**
 * What is free for a session, in the studio's own order: all that it needs, with the first room of those that would do;
 * none where something is taken. Rooms that are open come before rooms that are not.
 * @param but bookings whose own holds do not count
 */
export async function chooseResources(
  tx: Tx,
  { all, oneOf }: Choice,
  instants: Instants,
  but: readonly string[] = [],
): Promise<Bookable[]> {
  const candidates = [...all, ...oneOf]
  const taken = await listTaken(
    tx,
    candidates.map((resource) => holdOn(resource, instants)),
    but,
  )
  if (all.some((_, place) => taken.has(place))) return []
  if (oneOf.length === 0) return all
  const room = oneOf.find((_, place) => !taken.has(all.length + place))
  return room ? inOrder([...all, room]) : []
}

export const inOrder = (resources: Bookable[]) =>
  resources.sort((a, b) => a.position - b.position || a.id.localeCompare(b.id))

const ALTERNATIVE_DAYS = 7

/** A time that was wanted and is taken. @param but the booking that is moved, which is not in its own way */
export type TakenTime = { actor: Actor; wanted: Wanted; choice: Choice; terms: Terms; now: Date; but?: string }

/** Refuses a taken time, with the nearest free starts: of that day, and of the week that begins with it. */
export async function failWithAlternatives(tx: Tx, asked: TakenTime): Promise<never> {
  const { actor, wanted, choice, terms, now, but } = asked
  const { all, oneOf } = choice
  const rooms = roomsOf(choice)
  const holds = await listHeld(tx, {
    resource_ids: [...all, ...oneOf].map(({ id }) => id),
    but,
    from: dayStart(plusDays(wanted.booking_date, -1), terms.timezone),
    to: dayStart(plusDays(wanted.booking_date, ALTERNATIVE_DAYS + 2), terms.timezone),
  })
  // Every room that was named is needed, one of those that were not.
  const also = oneOf.length > 0 ? all : all.slice(1)
  const days = availability({
    zone: terms.timezone,
    date: wanted.booking_date,
    days: ALTERNATIVE_DAYS,
    minutes: minutesLong(wanted),
    terms: termsOfStart(actor, wanted.studio_id, terms, now),
    rooms: askedRooms(oneOf.length > 0 ? rooms : all.slice(0, 1), holds, isAnyHour(asked) ? null : terms.hours),
    also: askedRooms(also, holds, null),
    isFull: () => false,
  })
  const free_starts = nearestStarts(days.slice(0, 1), wanted).map(({ start_time }) => start_time)
  return fail('BOOKING_CONFLICT', { details: { free_starts, alternatives: nearestStarts(days, wanted) } })
}

// Who blocks or books at night is offered other times of the night.
function isAnyHour({ actor, wanted, choice, terms }: { actor: Actor; wanted: Wanted; choice: Choice; terms: Terms }) {
  if (wanted.booking_type === 'blocked_time') return true
  if (!mayOverrideHours(actor, wanted.studio_id)) return false
  return checkHours(actor, wanted, terms, roomsOf(choice)).includes('OUTSIDE_OPENING_HOURS')
}

export const named = ({ id, name, kind }: Bookable): Booking['resources'][number] => ({ id, name, kind })
