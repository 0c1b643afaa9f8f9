import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canNameEquipment, canSeeAllBookings, isBoundByCutoff } from '@studiohub/contract/features/bookings/policy.ts'
import {
  daysOf,
  isTooLateToCancel,
  requireBookable,
  reservesTime,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingChange, BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { isOverridden } from '@studiohub/contract/features/prices/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { bookableFor, type Choice, choiceOf, withPerson } from '#features/bookings/context/choice-service.ts'
import { type BookingContext, daysFrom, getBookingContext } from '#features/bookings/context/queries.ts'
import { checkHours, checkProject, checkServiceAndClient, checkTime } from '#features/bookings/context/service.ts'
import { cheapestFirst } from '#features/bookings/quote-booking.ts'
import { checkNamedResources } from '#features/bookings/verify-request.ts'
import { authorize } from '#platform/auth/authorize.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type ChangeInput = Omit<BookingChange, 'version'>

/**
 * Checks all rules for a changed session except conflicts.
 * @param context from `requestOf` for this change
 */
export function resolveChange(
  actor: Actor,
  before: Booking,
  { change, now, context, ...client }: { change: ChangeInput; now: Date; context: BookingContext } & ForClient,
) {
  const { studio_id } = before
  if (!reservesTime(before.status)) fail('INVALID_TRANSITION')
  const request = requestOf(before, change)
  checkProject(change, context)
  if (change.add_resource_ids || change.remove_resource_ids) {
    authorize(canNameEquipment(actor, studio_id), 'FIELD_NOT_ALLOWED')
  }
  authorize(context.is_active, 'STUDIO_INACTIVE')
  if (isBoundByCutoff(actor, studio_id)) checkChangeable(before, context, now)
  if (request.service_type !== before.service_type) checkServiceAndClient(actor, request, context)
  // If a session keeps its start, it may have begun: only its length or room changes.
  const instants = checkTime(actor, request, context, now, before.starts_at)
  const requestedChoice = choiceWith(actor, before, { change, context, ...client })
  checkNamedResources(actor, { ...change, studio_id }, context)
  return { request, context, instants, requestedChoice, ...checkHours(actor, request, context, requestedChoice) }
}

/**
 * A change by the client, even if the studio approves it: it may replace the person of the service by another one of the
 * service.
 * @param preferred people to try first
 */
export type ForClient = { forClient?: boolean | undefined; preferred?: readonly string[] | undefined }

/** Finds the context of a changed session. */
export type FindContext = (before: Booking, change: ChangeInput) => Promise<BookingContext>

// One call may move sessions to days before the first of them.
const DAYS_BEFORE = 31

/** Reads the context of many sessions: once for all with the same service and project. */
export function contextReader(tx: Tx): FindContext {
  const known = new Map<string, Promise<BookingContext | undefined>>()
  return async (before, change) => {
    const request = requestOf(before, change)
    const { studio_id, service_type, client_id, project_id } = request
    const key = [studio_id, service_type, client_id, project_id, before.service_type].join()
    const found =
      known.get(key) ??
      getBookingContext(tx, {
        ...request,
        booked_service: before.service_type,
        around: daysFrom(plusDays(request.booking_date, -DAYS_BEFORE)),
      })
    known.set(key, found)
    return (await found) ?? fail('NOT_FOUND')
  }
}

function requestOf(before: Booking, change: ChangeInput) {
  return {
    studio_id: before.studio_id,
    client_id: before.client_id,
    booking_type: before.booking_type,
    booking_date: change.booking_date ?? before.booking_date,
    start_time: change.start_time ?? before.start_time,
    end_time: change.end_time ?? before.end_time,
    ...(change.days === undefined && change.ends_next_day === undefined ? daysOf(before) : daysOf(change)),
    service_type: change.service_type ?? before.service_type,
    project_id: projectOf(before, change),
  }
}

export const projectOf = (before: Booking, { project_id }: ChangeInput) =>
  project_id === undefined ? before.project_id : project_id

// Otherwise a client could avoid the cut-off by moving the session to next year and then cancelling it.
function checkChangeable(before: Booking, context: BookingContext, now: Date) {
  if (!isTooLateToCancel(before.starts_at, context.cancellation_cutoff_hours, now)) return
  fail('CANCELLATION_TOO_LATE', { message: 'It is too late to change this online. Please contact the studio.' })
}

/**
 * Resources that the change does not name stay. A new room replaces the old rooms. If the client may not book a new service
 * in the old room, any room of the service replaces it. Clients choose only rooms: people and equipment stay.
 */
function choiceWith(
  actor: Actor,
  before: Booking,
  { change, context, forClient = false, preferred = [] }: { change: ChangeInput; context: BookingContext } & ForClient,
): Choice {
  const { room_id, add_resource_ids = [], remove_resource_ids = [] } = change
  const isNewService = change.service_type !== undefined && change.service_type !== before.service_type
  const isNamed = room_id !== undefined || change.resource_ids !== undefined
  const bookable = isNamed || isNewService ? bookableFor(actor, before.studio_id, context) : context.resources
  const staysInRoom = (room: string) => !isNewService || bookable.some(({ id }) => id === room)
  const isClients = forClient || !canNameEquipment(actor, before.studio_id)
  const isReplaceable = (id: string) => isClients && isPersonOfService(context, id)
  // Another service may allow fewer rooms.
  const roomsMax = isClients && isNewService ? (context.service?.rooms_max ?? 1) : Number.POSITIVE_INFINITY
  const lostRooms = idsOf(before.resources.filter(({ kind }) => kind === 'room')).slice(roomsMax)
  const kept = before.resources
    .filter(({ id }) => !lostRooms.includes(id))
    .filter(({ kind, id }) => kind !== 'room' || (room_id === undefined && staysInRoom(id)))
    .filter(({ id }) => !isReplaceable(id))
  const assigned = canNameEquipment(actor, before.studio_id) ? [] : idsOf(kept.filter(({ kind }) => kind !== 'room'))
  const given = change.resource_ids?.filter((id) => !isReplaceable(id))
  const resource_ids = given ? [...given, ...assigned] : idsOf(kept)
  const needed = [...resource_ids.filter((id) => !remove_resource_ids.includes(id)), ...add_resource_ids]
  requireBookable(
    kept.filter(({ id }) => needed.includes(id)),
    context.resources,
  )
  const choice = choiceOf({ room_id, resource_ids: needed, booking_type: before.booking_type }, bookable)
  const current = idsOf(before.resources.filter(({ id }) => isReplaceable(id)))
  const withPeople = isClients
    ? withPerson(choice, context, { isRequired: !forClient, preferred: [...preferred, ...current] })
    : choice
  return cheapestFirst(withPeople, { ...requestOf(before, change), add_ons: [], people: before.people }, context)
}

/** Whether a person belongs to the session's service, before or after a change. */
const isPersonOfService = ({ service, booked_person_ids }: BookingContext, id: string) =>
  [...(service?.person_ids ?? []), ...(booked_person_ids ?? [])].includes(id)

const idsOf = (resources: readonly { id: string }[]) => resources.map(({ id }) => id)

/**
 * A change by a client needs the studio's approval again, unless the studio confirms such sessions automatically. It always
 * needs approval if the studio assigned people or equipment, if it set the price by hand, or if the new service does not
 * have the booked add-ons.
 */
export function statusAfter(
  actor: Actor,
  before: Booking,
  { context, service_type }: { context: BookingContext; service_type: string },
): BookingStatus {
  if (canSeeAllBookings(actor, before.studio_id)) return before.status
  const isAssigned = before.resources.some(({ kind, id }) => kind !== 'room' && !isPersonOfService(context, id))
  const hasAddOns = before.price_lines.some(({ kind }) => kind === 'add_on')
  const losesAddOns = service_type !== before.service_type && hasAddOns
  const isSpecial = isAssigned || losesAddOns || isOverridden(before.price_lines)
  return context.service?.auto_confirm && !isSpecial ? 'confirmed' : 'pending'
}

/** Whether a client's change turns a confirmed session into a request again. */
export const needsStudioApproval = (
  actor: Actor,
  before: Booking,
  session: { context: BookingContext; service_type: string },
) => before.status === 'confirmed' && statusAfter(actor, before, session) === 'pending'
