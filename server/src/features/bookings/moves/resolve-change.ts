import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { BookingChange } from '@studiohub/contract/features/bookings/input/schema.ts'
import { isOnHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import {
  canAssignPeopleAndEquipment,
  canSeeAllBookings,
  isBoundByCutoff,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  checkBookable,
  isTooLateToCancel,
  reservesTime,
  resolveDays,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { isOverridden } from '@studiohub/contract/features/prices/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import {
  addPersonOfService,
  listBookable,
  type ResourceChoice,
  resolveNamedResources,
} from '#features/bookings/context/choice-service.ts'
import { type BookingContext, getBookingContext, getCalendarRange } from '#features/bookings/context/queries.ts'
import {
  checkProject,
  checkServiceAndClient,
  narrowToOpenHours,
  requireInstants,
} from '#features/bookings/context/service.ts'
import { sortRoomsByPrice } from '#features/bookings/quote-booking.ts'
import { checkNamedResources } from '#features/bookings/resolve-request.ts'
import { authorize } from '#platform/auth/authorize.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type ChangeInput = Omit<BookingChange, 'version'>

/**
 * Checks all rules for a changed session except conflicts.
 * @param context the booking context of this change
 */
export function resolveChange(
  actor: Actor,
  before: Booking,
  {
    change,
    now,
    context,
    ...client
  }: { change: ChangeInput; now: Date; context: BookingContext } & ClientChangeOptions,
) {
  const { studio_id } = before
  if (!reservesTime(before.status)) fail('INVALID_TRANSITION')
  const request = buildRequest(before, change)
  checkProject(change, context)
  if (change.add_resource_ids || change.remove_resource_ids) {
    authorize(canAssignPeopleAndEquipment(actor, studio_id), 'FIELD_NOT_ALLOWED')
  }
  if (!context.is_active) fail('STUDIO_INACTIVE')
  if (isBoundByCutoff(actor, studio_id)) checkChangeable(before, context, now)
  if (request.service_type !== before.service_type) checkServiceAndClient(actor, request, context)
  // A session that has begun may still change its length or room. Only a new start must be in the future.
  const instants = requireInstants(actor, request, context, now, before.starts_at)
  const requestedChoice = resolveChoice(actor, before, { change, context, ...client })
  checkNamedResources(actor, { ...change, studio_id }, context)
  const { choice, warnings } = narrowToOpenHours(actor, request, context, requestedChoice)
  return { request, context, instants, requestedChoice, choice, warnings }
}

export type ClientChangeOptions = {
  /** The studio approves a change that the client requested: another person of the service may replace the assigned one. */
  isClientRequest?: boolean | undefined
  /** The people to try first. */
  preferred?: readonly string[] | undefined
}

/** Finds the context of a changed session. */
export type FindContext = (before: Booking, change: ChangeInput) => Promise<BookingContext>

// The context of the first session is used for all, and a later session may move to an earlier day.
const DAYS_BEFORE = 31

/** Creates a function that reads the context of many sessions: once for all with the same service and project. */
export function createContextReader(tx: Tx): FindContext {
  const contexts = new Map<string, Promise<BookingContext | undefined>>()
  return async (before, change) => {
    const request = buildRequest(before, change)
    const { studio_id, service_type, client_id, project_id } = request
    const key = [studio_id, service_type, client_id, project_id, before.service_type].join()
    const bookingContext =
      contexts.get(key) ??
      getBookingContext(tx, {
        ...request,
        booked_service: before.service_type,
        calendar_range: getCalendarRange(plusDays(request.booking_date, -DAYS_BEFORE)),
      })
    contexts.set(key, bookingContext)
    return (await bookingContext) ?? fail('NOT_FOUND')
  }
}

function buildRequest(before: Booking, change: ChangeInput) {
  return {
    studio_id: before.studio_id,
    client_id: before.client_id,
    booking_type: before.booking_type,
    booking_date: change.booking_date ?? before.booking_date,
    start_time: change.start_time ?? before.start_time,
    end_time: change.end_time ?? before.end_time,
    ...(change.days === undefined && change.ends_next_day === undefined ? resolveDays(before) : resolveDays(change)),
    service_type: change.service_type ?? before.service_type,
    project_id: resolveProject(before, change),
  }
}

export const resolveProject = (before: Booking, { project_id }: ChangeInput) =>
  project_id === undefined ? before.project_id : project_id

// The cut-off also applies to moves, because a client could move the session to next year and then cancel it.
function checkChangeable(before: Booking, context: BookingContext, now: Date) {
  if (!isTooLateToCancel(before.starts_at, context.cancellation_cutoff_hours, now)) return
  fail('CANCELLATION_TOO_LATE', { message: 'It is too late to change this online. Please contact the studio.' })
}

/**
 * The resources of the changed session. Resources that the change does not name stay. A new room replaces the old rooms. If the
 * new service is not offered in the old room, any room of the service replaces it. Clients choose only rooms: people and
 * equipment stay.
 */
function resolveChoice(
  actor: Actor,
  before: Booking,
  {
    change,
    context,
    isClientRequest = false,
    preferred = [],
  }: { change: ChangeInput; context: BookingContext } & ClientChangeOptions,
): ResourceChoice {
  const { room_id, add_resource_ids = [], remove_resource_ids = [] } = change
  const isNewService = change.service_type !== undefined && change.service_type !== before.service_type
  const choosesResources = room_id !== undefined || change.resource_ids !== undefined
  const bookable = choosesResources || isNewService ? listBookable(actor, before.studio_id, context) : context.resources
  const isRoomOffered = (room_id: string) => !isNewService || bookable.some(({ id }) => id === room_id)
  const isByClient = isClientRequest || !canAssignPeopleAndEquipment(actor, before.studio_id)
  const isReplaceable = (id: string) => isByClient && isPersonOfService(context, id)
  // Another service may allow fewer rooms.
  const roomsMax = isByClient && isNewService ? (context.service?.rooms_max ?? 1) : Number.POSITIVE_INFINITY
  const surplusRoomIds = listIds(before.resources.filter(({ kind }) => kind === 'room')).slice(roomsMax)
  const unchangedResources = before.resources
    .filter(({ id }) => !surplusRoomIds.includes(id))
    .filter(({ kind, id }) => kind !== 'room' || (room_id === undefined && isRoomOffered(id)))
    .filter(({ id }) => !isReplaceable(id))
  const idsClientsCannotRemove = canAssignPeopleAndEquipment(actor, before.studio_id)
    ? []
    : listIds(unchangedResources.filter(({ kind }) => kind !== 'room'))
  const chosenIds = change.resource_ids?.filter((id) => !isReplaceable(id))
  const resource_ids = chosenIds ? [...chosenIds, ...idsClientsCannotRemove] : listIds(unchangedResources)
  const neededIds = [...resource_ids.filter((id) => !remove_resource_ids.includes(id)), ...add_resource_ids]
  checkBookable(
    unchangedResources.filter(({ id }) => neededIds.includes(id)),
    context.resources,
  )
  const choice = resolveNamedResources(
    { room_id, resource_ids: neededIds, booking_type: before.booking_type },
    bookable,
  )
  const currentPersonIds = listIds(before.resources.filter(({ id }) => isReplaceable(id)))
  const withPeople = isByClient
    ? addPersonOfService(choice, context, {
        isRequired: !isClientRequest,
        preferred: [...preferred, ...currentPersonIds],
      })
    : choice
  return sortRoomsByPrice(withPeople, { ...buildRequest(before, change), add_ons: [], people: before.people }, context)
}

/** Whether a person belongs to the session's service, before or after a change. */
const isPersonOfService = ({ service, booked_person_ids }: BookingContext, id: string) =>
  [...(service?.person_ids ?? []), ...(booked_person_ids ?? [])].includes(id)

const listIds = (resources: readonly { id: string }[]) => resources.map(({ id }) => id)

/**
 * A change by a client needs the studio's approval again, unless the studio confirms such sessions automatically. It always
 * needs approval if the session is on hold, if the studio assigned people or equipment, if it set the price by hand, or if the
 * new service does not have the booked add-ons.
 */
export function chooseStatusAfterChange(
  actor: Actor,
  before: Booking,
  { context, service_type }: { context: BookingContext; service_type: string },
): BookingStatus {
  if (canSeeAllBookings(actor, before.studio_id)) return before.status
  const isAssigned = before.resources.some(({ kind, id }) => kind !== 'room' && !isPersonOfService(context, id))
  const hasAddOns = before.price_lines.some(({ kind }) => kind === 'add_on')
  const losesAddOns = service_type !== before.service_type && hasAddOns
  const isSpecial = isOnHold(before) || isAssigned || losesAddOns || isOverridden(before.price_lines)
  return context.service?.auto_confirm && !isSpecial ? 'confirmed' : 'pending'
}

/** Whether a client's change turns a confirmed session into a request again. */
export const needsStudioApproval = (
  actor: Actor,
  before: Booking,
  session: { context: BookingContext; service_type: string },
) => before.status === 'confirmed' && chooseStatusAfterChange(actor, before, session) === 'pending'
