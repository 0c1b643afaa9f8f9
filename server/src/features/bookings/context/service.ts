import type { Actor } from '@studiohub/contract/actor.ts'
import { type ErrorCode, errors, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import { createOpeningLookup, isAvailableFor, isCalendarBusy } from '@studiohub/contract/features/availability/rules.ts'
import {
  getLastBookableDay,
  startError,
  toBookingWindow,
} from '@studiohub/contract/features/availability/window/rules.ts'
import { isBoundByLimits } from '@studiohub/contract/features/bookings/policy.ts'
import { computeInstants, getPlanMonth, type Instants } from '@studiohub/contract/features/bookings/rules.ts'
import type { BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import { isLengthOffered } from '@studiohub/contract/features/resources/rules.ts'
import { getEffectiveTier, hasBookingLeft, takesBookings } from '@studiohub/contract/features/subscriptions/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { isOpenDuring, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { type CurrentPlanOfStudio, currentPlanQuery } from '#features/subscriptions/queries.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { clientUseQuery } from '../limits/queries.ts'
import { checkLimits, type LimitedSession } from '../limits/service.ts'
import { reservedTimesQuery } from '../queries.ts'
import { conflictsQuery } from '../reservations/queries.ts'
import {
  buildReservation,
  listCandidates,
  pickResources,
  type ResourceChoice,
  type SessionRequest,
  sortPeopleOfChoice,
} from './choice-service.ts'
import type { Bookable, BookingContext } from './queries.ts'

/** Fails if the actor cannot book this service, or if the client has no record at the studio. */
export function checkServiceAndClient(actor: Actor, request: SessionRequest, context: BookingContext) {
  if (request.booking_type === 'blocked_time') return
  const isOffered =
    context.service && (context.service.is_client_bookable || mayOverrideHours(actor, request.studio_id))
  const isHidden =
    context.service?.hide_without_price &&
    context.service.price_minor === null &&
    context.service.pricing.rooms.length === 0 &&
    !mayOverrideHours(actor, request.studio_id)
  if (!isOffered || isHidden)
    fail('SERVICE_NOT_OFFERED', { fields: { service_type: errors.SERVICE_NOT_OFFERED.message } })
  if (request.client_id !== null && !context.has_client_record) {
    fail('CLIENT_NOT_IN_STUDIO', { fields: { client_id: errors.CLIENT_NOT_IN_STUDIO.message } })
  }
}

/** Fails if the project does not belong to the client and to this studio. */
export function checkProject({ project_id }: { project_id?: string | null | undefined }, context: BookingContext) {
  if (!project_id || context.project_title !== null) return
  fail('VALIDATION_FAILED', { fields: { project_id: 'This project does not belong to the client.' } })
}

const failInField = (code: ErrorCode, field: string) => fail(code, { fields: { [field]: errors[code].message } })

/**
 * The instants of a requested time. Fails if the time has passed, is too soon, or is too far ahead for the actor.
 * @param current_start the start of the session that is changed (ISO 8601)
 */
export function requireInstants(
  actor: Actor,
  request: SessionRequest,
  context: BookingContext,
  now: Date,
  current_start?: string,
): Instants {
  const instants = computeInstants(request, context.timezone)
  const window = toBookingWindow({
    zone: context.timezone,
    now,
    at_desk: mayOverrideHours(actor, request.studio_id),
    notice_minutes: context.min_notice_minutes,
    horizon_days: context.booking_horizon_days,
    current_start,
  })
  if (request.booking_date > getLastBookableDay(window.today)) failInField('RANGE_TOO_LONG', 'booking_date')
  const error = startError(request.booking_date, Date.parse(instants.starts_at), window)
  if (error) failInField(error, 'booking_date')
  return instants
}

/**
 * Checks opening hours of the rooms, hours of people, connected calendars, and the lengths of the service. Clients must
 * follow them; the desk gets warnings.
 * @returns `choice` with only the rooms that are open and free in their calendars (if there are none: open rooms, or else all
 * rooms), and only the people who work at that time
 */
export function narrowToOpenHours(
  actor: Actor,
  request: SessionRequest,
  context: BookingContext,
  requestedChoice: ResourceChoice,
): { choice: ResourceChoice; warnings: BookingWarning[] } {
  if (request.booking_type === 'blocked_time') return { choice: requestedChoice, warnings: [] }
  const warnings: Exclude<BookingWarning, 'PERSON_MISSING'>[] = []
  const minutes = sessionMinutes(request)
  const from = toMinutes(request.start_time)
  const session = { from, to: from + minutes }
  const isOpen = (room: Bookable) =>
    isOpenDuring(createOpeningLookup(room, context.hours), request.booking_date, session)
  const namedRooms = requestedChoice.required.filter(({ kind }) => kind === 'room')
  const open = requestedChoice.roomOptions.filter(isOpen)
  const isFree = createCalendarCheck(request, context, requestedChoice)
  const freeRooms = open.filter(isFree)
  if (namedRooms.length > 0 ? !namedRooms.every(isOpen) : open.length === 0) warnings.push('OUTSIDE_OPENING_HOURS')
  const isWorking = (resource: Bookable) =>
    isAvailableFor(resource, context.hours, { booking_date: request.booking_date, ...session })
  if (!requestedChoice.required.filter(({ kind }) => kind !== 'room').every(isWorking))
    warnings.push('PERSON_NOT_WORKING')
  const isBusy = !requestedChoice.required.every(isFree) || (open.length > 0 && freeRooms.length === 0)
  if (isBusy) warnings.push('CALENDAR_BUSY')
  if (context.service && !isLengthOffered(minutes, context.service)) warnings.push('LENGTH_NOT_OFFERED')
  if (warnings[0] && !mayOverrideHours(actor, request.studio_id)) {
    failInField(warnings[0], warnings[0] === 'LENGTH_NOT_OFFERED' ? 'end_time' : 'start_time')
  }
  const person = requestedChoice.person && {
    ...requestedChoice.person,
    people: requestedChoice.person.people.filter((resource) => isWorking(resource) && isFree(resource)),
  }
  const rooms = [freeRooms, open].find(({ length }) => length > 0)
  return { choice: { ...requestedChoice, ...(rooms && { roomOptions: rooms }), person }, warnings }
}

/** Returns a function that checks whether a resource is free in its connected calendar during the session. */
function createCalendarCheck(
  request: SessionRequest,
  context: BookingContext,
  choice: ResourceChoice,
): (resource: Bookable) => boolean {
  if (!listCandidates(choice).some(({ calendar_times }) => calendar_times)) return () => true
  const { starts_at, ends_at } = computeInstants(request, context.timezone)
  const session = { from: Date.parse(starts_at), to: Date.parse(ends_at) }
  return (resource) => !isCalendarBusy(resource, session)
}

/** Warns if the service needs a person and the session has none. */
export const listPersonWarnings = (
  { booking_type }: Pick<SessionRequest, 'booking_type'>,
  { service }: Pick<BookingContext, 'service'>,
  resources: readonly Pick<Bookable, 'kind'>[],
): BookingWarning[] =>
  booking_type === 'client_booking' && service?.person_ids && !resources.some(({ kind }) => kind === 'person')
    ? ['PERSON_MISSING']
    : []

const PLAN_ENDED =
  'Your plan has ended. Choose one in the settings to accept new bookings. Booked sessions are not affected.'

type ChooseResourcesInput = Omit<LimitedSession, 'context'> & {
  context: BookingContext
  choice: ResourceChoice
  series_id?: string | undefined
}

const peopleReservationsQuery = (
  request: SessionRequest,
  { timezone }: BookingContext,
  choice: ResourceChoice,
  except: string | undefined,
) =>
  reservedTimesQuery({
    resource_ids: choice.person?.people.map(({ id }) => id) ?? [],
    from: dayStart(request.booking_date, timezone),
    to: dayStart(plusDays(request.booking_date, 1), timezone),
    except,
  })

/**
 * Chooses the resources of a session, in the studio's order: all required resources, the first free one of several rooms, and
 * a free person. The list is empty if a resource that is needed is taken. The caller must have locked the studio and read the
 * context after that.
 * @throws AppError PLAN_EXPIRED, PLAN_LIMIT_REACHED, OPEN_REQUESTS_LIMIT, HOURS_AHEAD_LIMIT
 */
export async function checkAndPickResources(
  tx: Tx,
  actor: Actor,
  request: SessionRequest,
  { choice: requestedChoice, series_id, ...session }: ChooseResourcesInput,
): Promise<Bookable[]> {
  const { instants, now, moved } = session
  const { studio_id, client_id } = request
  const month = getPlanMonth(request.booking_date)
  const reservations = listCandidates(requestedChoice).map((resource) => buildReservation(resource, instants))
  const needsOrder = (requestedChoice.person?.people.length ?? 0) > 1
  const client = {
    studio_id,
    client_id,
    now,
    booking_id: moved?.id,
    series_id: series_id ?? moved?.series_id ?? undefined,
  }
  const [[plan], [clientUse], taken, reserved] = await pipeline(tx, [
    currentPlanQuery(studio_id, month),
    isBoundByLimits(actor, studio_id) ? clientUseQuery(client) : null,
    conflictsQuery(reservations, moved ? [moved.id] : []),
    needsOrder ? peopleReservationsQuery(request, session.context, requestedChoice, moved?.id) : null,
  ])
  const isCounted = moved !== undefined && getPlanMonth(moved.booking_date).from === month.from
  if (!isCounted) checkPlan(actor, request, plan, { now, isNew: !moved })
  checkLimits(actor, clientUse, { ...session, studio_id })
  const candidates = listCandidates(requestedChoice)
  const takenIds = new Set(taken.map(({ index }) => candidates[index]?.id))
  const choice = sortPeopleOfChoice(requestedChoice, reserved, { request, context: session.context })
  return pickResources(choice, ({ id }) => takenIds.has(id))
}

/**
 * Fails for a new session if the studio has no active plan, and for every session above the plan's monthly limit.
 * @param isNew false for booked sessions: they may be moved after the plan has ended
 */
export function checkPlan(
  actor: Actor,
  { booking_type, studio_id }: SessionRequest,
  plan: CurrentPlanOfStudio | undefined,
  { now, isNew }: { now: Date; isNew: boolean },
) {
  if (booking_type === 'blocked_time' || !arePlansOn()) return
  if (isNew && !(plan && takesBookings(plan, now))) {
    fail('PLAN_EXPIRED', mayOverrideHours(actor, studio_id) ? { message: PLAN_ENDED } : {})
  }
  if (!plan || !hasBookingLeft(getEffectiveTier(plan), plan.live)) fail('PLAN_LIMIT_REACHED')
}
