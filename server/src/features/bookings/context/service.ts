import type { Actor } from '@studiohub/contract/actor.ts'
import { type ErrorCode, errors, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  isAvailableFor,
  isInCalendar,
  lastDayOf,
  openingOf,
  startError,
  startRules,
} from '@studiohub/contract/features/availability/rules.ts'
import { isBoundByLimits } from '@studiohub/contract/features/bookings/policy.ts'
import { type Instants, monthOf, sessionInstants } from '@studiohub/contract/features/bookings/rules.ts'
import type { BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import { isLengthOffered } from '@studiohub/contract/features/resources/rules.ts'
import { effectiveTier, hasBookingLeft, takesBookings } from '@studiohub/contract/features/subscriptions/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { minutesLong } from '@studiohub/contract/shared/length.ts'
import { isOpenDuring, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'
import { type PlanInForce, planInForceQuery } from '#features/subscriptions/queries.ts'
import { authorize } from '#platform/auth/authorize.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { clientUseQuery } from '../limits/queries.ts'
import { type Addition, checkLimits } from '../limits/service.ts'
import { reservedTimesQuery } from '../queries.ts'
import { conflictsQuery } from '../reservations/queries.ts'
import {
  type Choice,
  candidatesOf,
  chosenOf,
  reservationOf,
  type SessionRequest,
  withPeopleInOrder,
} from './choice-service.ts'
import type { Bookable, BookingContext } from './queries.ts'

/** Fails if the studio does not offer the caller this service, or the person is not its client. */
export function checkServiceAndClient(actor: Actor, request: SessionRequest, context: BookingContext) {
  if (request.booking_type === 'blocked_time') return
  const offered = context.service && (context.service.is_client_bookable || mayOverrideHours(actor, request.studio_id))
  const isHidden =
    context.service?.hide_without_price &&
    context.service.price_minor === null &&
    context.service.pricing.rooms.length === 0 &&
    !mayOverrideHours(actor, request.studio_id)
  if (!offered || isHidden)
    fail('SERVICE_NOT_OFFERED', { fields: { service_type: errors.SERVICE_NOT_OFFERED.message } })
  if (request.client_id !== null && !context.knows_client) {
    fail('CLIENT_NOT_IN_STUDIO', { fields: { client_id: errors.CLIENT_NOT_IN_STUDIO.message } })
  }
}

/** Fails if the project does not belong to the client, or not to this studio. */
export function checkProject({ project_id }: { project_id?: string | null | undefined }, context: BookingContext) {
  if (!project_id || context.project_title !== null) return
  fail('VALIDATION_FAILED', { fields: { project_id: 'This is no project of the client.' } })
}

const inField = (code: ErrorCode, field: string) => fail(code, { fields: { [field]: errors[code].message } })

/**
 * The instants of a requested time. Fails if it has passed, or is too far ahead for the actor.
 * @param kept_start ISO 8601, of the session that is being changed
 */
export function checkTime(
  actor: Actor,
  request: SessionRequest,
  context: BookingContext,
  now: Date,
  kept_start?: string,
): Instants {
  const instants = sessionInstants(request, context.timezone)
  const start = startRules({
    zone: context.timezone,
    now,
    runs_studio: mayOverrideHours(actor, request.studio_id),
    notice_minutes: context.min_notice_minutes,
    horizon_days: context.booking_horizon_days,
    kept_start,
  })
  if (request.booking_date > lastDayOf(start.today)) inField('RANGE_TOO_LONG', 'booking_date')
  const error = startError(request.booking_date, Date.parse(instants.starts_at), start)
  if (error) inField(error, 'booking_date')
  return instants
}

/**
 * Checks opening hours of the rooms, hours of people, connected calendars, and the lengths of the service. Clients must
 * follow them; the desk gets warnings.
 * @returns `choice` reduced to rooms that are open and free in their calendars, if there are any, and to people who work at
 * that time
 */
export function checkHours(
  actor: Actor,
  request: SessionRequest,
  context: BookingContext,
  requestedChoice: Choice,
): { choice: Choice; warnings: BookingWarning[] } {
  if (request.booking_type === 'blocked_time') return { choice: requestedChoice, warnings: [] }
  const warnings: Exclude<BookingWarning, 'PERSON_MISSING'>[] = []
  const minutes = minutesLong(request)
  const from = minutesOf(request.start_time)
  const session = { from, to: from + minutes }
  const isOpen = (room: Bookable) => isOpenDuring(openingOf(room, context.hours), request.booking_date, session)
  const named = requestedChoice.all.filter(({ kind }) => kind === 'room')
  const open = requestedChoice.oneOf.filter(isOpen)
  const isFree = calendarCheck(request, context, requestedChoice)
  const oneOf = open.filter(isFree)
  if (named.length > 0 ? !named.every(isOpen) : open.length === 0) warnings.push('OUTSIDE_OPENING_HOURS')
  const isWorking = (one: Bookable) =>
    isAvailableFor(one, context.hours, { booking_date: request.booking_date, ...session })
  if (!requestedChoice.all.filter(({ kind }) => kind !== 'room').every(isWorking)) warnings.push('PERSON_NOT_WORKING')
  const isBusy = !requestedChoice.all.every(isFree) || (open.length > 0 && oneOf.length === 0)
  if (isBusy) warnings.push('CALENDAR_BUSY')
  if (context.service && !isLengthOffered(minutes, context.service)) warnings.push('LENGTH_NOT_OFFERED')
  if (warnings[0] && !mayOverrideHours(actor, request.studio_id)) {
    inField(warnings[0], warnings[0] === 'LENGTH_NOT_OFFERED' ? 'end_time' : 'start_time')
  }
  const person = requestedChoice.person && {
    ...requestedChoice.person,
    oneOf: requestedChoice.person.oneOf.filter((one) => isWorking(one) && isFree(one)),
  }
  const rooms = [oneOf, open].find(({ length }) => length > 0)
  return { choice: { ...requestedChoice, ...(rooms && { oneOf: rooms }), person }, warnings }
}

/** A function that tells whether no connected calendar of a resource is busy during the session. */
function calendarCheck(request: SessionRequest, context: BookingContext, choice: Choice): (one: Bookable) => boolean {
  if (!candidatesOf(choice).some(({ calendar_times }) => calendar_times)) return () => true
  const { starts_at, ends_at } = sessionInstants(request, context.timezone)
  const session = { from: Date.parse(starts_at), to: Date.parse(ends_at) }
  return (one) => !isInCalendar(one, session)
}

/** Warns if the service needs a person and the session has none. */
export const personWarnings = (
  { booking_type }: Pick<SessionRequest, 'booking_type'>,
  { service }: Pick<BookingContext, 'service'>,
  resources: readonly Pick<Bookable, 'kind'>[],
): BookingWarning[] =>
  booking_type === 'client_booking' && service?.person_ids && !resources.some(({ kind }) => kind === 'person')
    ? ['PERSON_MISSING']
    : []

const PLAN_ENDED = 'Your plan has ended. Choose one in the settings to take new bookings; booked sessions stay.'

type ChooseResourcesInput = Omit<Addition, 'context'> & {
  context: BookingContext
  choice: Choice
  series_id?: string | undefined
}

const peopleReservationsQuery = (
  request: SessionRequest,
  { timezone }: BookingContext,
  choice: Choice,
  but: string | undefined,
) =>
  reservedTimesQuery({
    resource_ids: choice.person?.oneOf.map(({ id }) => id) ?? [],
    from: dayStart(request.booking_date, timezone),
    to: dayStart(plusDays(request.booking_date, 1), timezone),
    but,
  })

/**
 * The resources of a session, in the studio's order: all required ones, and the first free one of several rooms; empty if
 * one is taken. Call it while holding the studio's lock, with a context that was read after taking it.
 * @throws AppError PLAN_EXPIRED, PLAN_LIMIT_REACHED, OPEN_REQUESTS_LIMIT, HOURS_AHEAD_LIMIT
 */
export async function chooseResources(
  tx: Tx,
  actor: Actor,
  request: SessionRequest,
  { choice: unordered, series_id, ...added }: ChooseResourcesInput,
): Promise<Bookable[]> {
  const { instants, now, moved } = added
  const { studio_id, client_id } = request
  const month = monthOf(request.booking_date)
  const reservations = candidatesOf(unordered).map((resource) => reservationOf(resource, instants))
  const needsOrder = (unordered.person?.oneOf.length ?? 0) > 1
  const client = {
    studio_id,
    client_id,
    now,
    booking_id: moved?.id,
    series_id: series_id ?? moved?.series_id ?? undefined,
  }
  const [[plan], [clientUse], taken, reserved] = await pipeline(tx, [
    planInForceQuery(studio_id, month),
    isBoundByLimits(actor, studio_id) ? clientUseQuery(client) : null,
    conflictsQuery(reservations, moved ? [moved.id] : []),
    needsOrder ? peopleReservationsQuery(request, added.context, unordered, moved?.id) : null,
  ])
  const isCounted = moved !== undefined && monthOf(moved.booking_date).from === month.from
  if (!isCounted) checkPlan(actor, request, plan, { now, isNew: !moved })
  checkLimits(actor, clientUse, { ...added, studio_id })
  const candidates = candidatesOf(unordered)
  const takenIds = new Set(taken.map(({ place }) => candidates[place]?.id))
  const choice = withPeopleInOrder(unordered, reserved, { request, context: added.context })
  return chosenOf(choice, ({ id }) => takenIds.has(id))
}

/**
 * Fails for a new session if the studio has no active plan, and for every session beyond the plan's monthly limit.
 * @param isNew false for booked sessions, which stay when the plan has ended
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
  authorize(plan !== undefined && hasBookingLeft(effectiveTier(plan), plan.live), 'PLAN_LIMIT_REACHED')
}
