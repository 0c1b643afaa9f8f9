import type { Actor } from '@studiohub/contract/actor.ts'
import { type ErrorCode, errors, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  isWithin,
  lastDayOf,
  openingOf,
  startRefusal,
  startTerms,
} from '@studiohub/contract/features/availability/rules.ts'
import { isBoundByLimits } from '@studiohub/contract/features/bookings/policy.ts'
import {
  type Instants,
  monthOf,
  type SessionTimes,
  sessionInstants,
  withBuffers,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingType, BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import { isLengthOffered, isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { hasBookingLeft, takesBookings, tierInForce } from '@studiohub/contract/features/subscriptions/rules.ts'
import { minutesLong } from '@studiohub/contract/shared/length.ts'
import { minutesOf } from '@studiohub/contract/shared/opening-hours.ts'
import { type PlanInForce, planInForceQuery } from '#features/subscriptions/queries.ts'
import { authorize } from '#platform/auth/authorize.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { type Hold, takenQuery } from '../holds/queries.ts'
import { clientUseQuery } from '../limits/queries.ts'
import { type Addition, checkLimits } from '../limits/service.ts'
import type { Bookable, Terms } from './queries.ts'

/** A session or block as somebody wants it. */
export type SessionRequest = SessionTimes & {
  studio_id: string
  booking_type: BookingType
  service_type: string
  client_id: string | null
}

/** Refuses services that the studio does not offer the caller, and people who are not its clients. */
export function checkServiceAndClient(actor: Actor, wanted: SessionRequest, terms: Terms) {
  if (wanted.booking_type === 'blocked_time') return
  const offered = terms.service && (terms.service.is_client_bookable || mayOverrideHours(actor, wanted.studio_id))
  const isHidden =
    terms.service?.hide_without_price &&
    terms.service.price_minor === null &&
    terms.service.pricing.rooms.length === 0 &&
    !mayOverrideHours(actor, wanted.studio_id)
  if (!offered || isHidden)
    fail('SERVICE_NOT_OFFERED', { fields: { service_type: errors.SERVICE_NOT_OFFERED.message } })
  if (wanted.client_id !== null && !terms.knows_client) {
    fail('CLIENT_NOT_IN_STUDIO', { fields: { client_id: errors.CLIENT_NOT_IN_STUDIO.message } })
  }
}

/** Refuses a project that is not the client's own, or not of this studio. */
export function checkProject({ project_id }: { project_id?: string | null | undefined }, terms: Terms) {
  if (!project_id || terms.project_title !== null) return
  fail('VALIDATION_FAILED', { fields: { project_id: 'This is no project of the client.' } })
}

const inField = (code: ErrorCode, field: string) => fail(code, { fields: { [field]: errors[code].message } })

/**
 * The instants of a wanted time; refuses one that has passed or lies too far ahead for the actor.
 * @param kept_start ISO 8601, of the session that is being changed
 */
export function checkTime(
  actor: Actor,
  wanted: SessionRequest,
  terms: Terms,
  now: Date,
  kept_start?: string,
): Instants {
  const instants = sessionInstants(wanted, terms.timezone)
  const start = startTerms({
    zone: terms.timezone,
    now,
    runs_studio: mayOverrideHours(actor, wanted.studio_id),
    notice_minutes: terms.min_notice_minutes,
    horizon_days: terms.booking_horizon_days,
    kept_start,
  })
  if (wanted.booking_date > lastDayOf(start.today)) inField('RANGE_TOO_LONG', 'booking_date')
  const refusal = startRefusal(wanted.booking_date, Date.parse(instants.starts_at), start)
  if (refusal) inField(refusal, 'booking_date')
  return instants
}

/**
 * Opening hours of the rooms, the hours of people, and the lengths that the service is offered for, bind clients; admins of the studio go
 * against them and is told so.
 * @returns `choice`: of the rooms that would do those that are open, or all where none is
 */
export function checkHours(
  actor: Actor,
  wanted: SessionRequest,
  terms: Terms,
  asked: Choice,
): { choice: Choice; warnings: BookingWarning[] } {
  if (wanted.booking_type === 'blocked_time') return { choice: asked, warnings: [] }
  const warnings: BookingWarning[] = []
  const minutes = minutesLong(wanted)
  const from = minutesOf(wanted.start_time)
  const isOpen = (room: Bookable) => isWithin(openingOf(room, terms.hours)(wanted.booking_date), from, from + minutes)
  const named = asked.all.filter(({ kind }) => kind === 'room')
  const oneOf = asked.oneOf.filter(isOpen)
  if (named.length > 0 ? !named.every(isOpen) : oneOf.length === 0) warnings.push('OUTSIDE_OPENING_HOURS')
  const withOwnHours = asked.all.filter(({ kind, own_week }) => kind !== 'room' && own_week !== null)
  if (!withOwnHours.every(isOpen)) warnings.push('PERSON_NOT_WORKING')
  if (terms.service && !isLengthOffered(minutes, terms.service)) warnings.push('LENGTH_NOT_OFFERED')
  if (warnings[0] && !mayOverrideHours(actor, wanted.studio_id)) {
    inField(warnings[0], warnings[0] === 'LENGTH_NOT_OFFERED' ? 'end_time' : 'start_time')
  }
  return { choice: oneOf.length > 0 ? { ...asked, oneOf } : asked, warnings }
}

const PLAN_ENDED = 'Your plan has ended. Choose one in the settings to take new bookings; booked sessions stay.'

type Placing = Addition & { choice: Choice; series_id?: string | undefined }

/**
 * The resources that a session takes, in the studio's own order: all required ones, and the first free one of several
 * rooms; none if something is taken. Call it with the studio's lock held and terms that were read behind it.
 * @throws AppError PLAN_EXPIRED, PLAN_LIMIT_REACHED, OPEN_REQUESTS_LIMIT, HOURS_AHEAD_LIMIT
 */
export async function chooseResources(
  tx: Tx,
  actor: Actor,
  wanted: SessionRequest,
  { choice, series_id, ...added }: Placing,
): Promise<Bookable[]> {
  const { instants, now, moved } = added
  const { studio_id, client_id } = wanted
  const month = monthOf(wanted.booking_date)
  const holds = candidatesOf(choice).map((resource) => holdOn(resource, instants))
  const client = {
    studio_id,
    client_id,
    now,
    booking_id: moved?.id,
    series_id: series_id ?? moved?.series_id ?? undefined,
  }
  const [[plan], [clientUse], taken] = await pipeline(tx, [
    planInForceQuery(studio_id, month),
    isBoundByLimits(actor, studio_id) ? clientUseQuery(client) : null,
    takenQuery(holds, moved ? [moved.id] : []),
  ])
  const isCounted = moved !== undefined && monthOf(moved.booking_date).from === month.from
  if (!isCounted) checkPlan(actor, wanted, plan, { now, isNew: !moved })
  checkLimits(actor, clientUse, { ...added, studio_id })
  return chosenOf(choice, new Set(taken.map(({ place }) => place)))
}

/**
 * Refuses a new session while the studio has no running plan, and any beyond the plan's bookings of its month.
 * @param isNew what is booked already is honoured when the plan has ended
 */
export function checkPlan(
  actor: Actor,
  { booking_type, studio_id }: SessionRequest,
  plan: PlanInForce | undefined,
  { now, isNew }: { now: Date; isNew: boolean },
) {
  if (booking_type === 'blocked_time' || !arePlansOn()) return
  if (isNew && !(plan && takesBookings(plan, now))) {
    fail('PLAN_EXPIRED', mayOverrideHours(actor, studio_id) ? { message: PLAN_ENDED } : {})
  }
  authorize(plan !== undefined && hasBookingLeft(tierInForce(plan), plan.live), 'PLAN_LIMIT_REACHED')
}

/** What a booking needs: `all` of these, and where `oneOf` names any, one of those. */
export type Choice = { all: Bookable[]; oneOf: Bookable[] }

/** The resources that somebody may book for a service: clients only in its rooms. */
export function bookableFor(actor: Actor, studio_id: string, { service, resources }: Terms): Bookable[] {
  if (!service || mayOverrideHours(actor, studio_id)) return resources
  return resources.filter(({ kind, id }) => kind !== 'room' || isRoomOf(service, id))
}

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

export const holdOn = (resource: Bookable, instants: Instants): Hold => ({
  resource_id: resource.id,
  ...withBuffers(instants, resource),
})

/** All that a session could occupy: `all` of its choice, then `oneOf`. */
export const candidatesOf = ({ all, oneOf }: Choice): Bookable[] => [...all, ...oneOf]

/**
 * What a session takes; nothing where something that it needs is taken.
 * @param taken which of `candidatesOf` are, by their place
 */
export function chosenOf({ all, oneOf }: Choice, taken: ReadonlySet<number>): Bookable[] {
  if (all.some((_, place) => taken.has(place))) return []
  if (oneOf.length === 0) return all
  const room = oneOf.find((_, place) => !taken.has(all.length + place))
  return room ? inOrder([...all, room]) : []
}

export const inOrder = (resources: Bookable[]) =>
  resources.sort((a, b) => a.position - b.position || a.id.localeCompare(b.id))

export const named = ({ id, name, kind }: Bookable): Booking['resources'][number] => ({ id, name, kind })
