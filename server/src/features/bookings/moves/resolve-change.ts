import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canNameEquipment, canSeeAllBookings, isBoundByCutoff } from '@studiohub/contract/features/bookings/policy.ts'
import { daysOf, holds, isTooLateToCancel, requireInUse } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingChange, BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { isOverridden } from '@studiohub/contract/features/prices/rules.ts'
import { checkNamed } from '#features/bookings/create-booking.ts'
import { cheapestFirst } from '#features/bookings/quote-booking.ts'
import { getTerms, type Terms } from '#features/bookings/terms/queries.ts'
import {
  bookableFor,
  type Choice,
  checkHours,
  checkProject,
  checkServiceAndClient,
  checkTime,
  choiceOf,
  withPerson,
} from '#features/bookings/terms/service.ts'
import { authorize } from '#platform/auth/authorize.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type Change = Omit<BookingChange, 'version'>

/**
 * Where a changed session would be: checks all rules except whether others hold what it needs.
 * @param terms those of `wantedOf` this change
 */
export function placeOf(
  actor: Actor,
  before: Booking,
  { change, now, terms, ...client }: { change: Change; now: Date; terms: Terms } & ForClient,
) {
  const { studio_id } = before
  if (!holds(before.status)) fail('INVALID_TRANSITION')
  const wanted = wantedOf(before, change)
  checkProject(change, terms)
  if (change.add_resource_ids || change.remove_resource_ids) {
    authorize(canNameEquipment(actor, studio_id), 'FIELD_NOT_ALLOWED')
  }
  authorize(terms.is_active, 'STUDIO_INACTIVE')
  if (isBoundByCutoff(actor, studio_id)) checkChangeable(before, terms, now)
  if (wanted.service_type !== before.service_type) checkServiceAndClient(actor, wanted, terms)
  // A session that keeps its start may have begun: it is then only made longer or shorter, or moved to another room.
  const instants = checkTime(actor, wanted, terms, now, before.starts_at)
  const asked = choiceWith(actor, before, { change, terms, ...client })
  checkNamed(actor, { ...change, studio_id }, terms)
  return { wanted, terms, instants, asked, ...checkHours(actor, wanted, terms, asked) }
}

/**
 * A client's change, also one that the studio approves: it may replace the person of the service by another of its people.
 * @param preferred who is chosen first, if free
 */
export type ForClient = { forClient?: boolean | undefined; preferred?: readonly string[] | undefined }

/** The terms of changed sessions. */
export type FindTerms = (before: Booking, change: Change) => Promise<Terms>

/** Reads the terms of many sessions, once for all that have the same service and project. */
export function termsOfMany(tx: Tx): FindTerms {
  const known = new Map<string, Promise<Terms | undefined>>()
  return async (before, change) => {
    const wanted = wantedOf(before, change)
    const { studio_id, service_type, client_id, project_id } = wanted
    const key = [studio_id, service_type, client_id, project_id, before.service_type].join()
    const found = known.get(key) ?? getTerms(tx, { ...wanted, booked_service: before.service_type })
    known.set(key, found)
    return (await found) ?? fail('NOT_FOUND')
  }
}

function wantedOf(before: Booking, change: Change) {
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

export const projectOf = (before: Booking, { project_id }: Change) =>
  project_id === undefined ? before.project_id : project_id

// Else moving an hour before the start would be the way around the cut-off: move to next year, then cancel.
function checkChangeable(before: Booking, terms: Terms, now: Date) {
  if (!isTooLateToCancel(before.starts_at, terms.cancellation_cutoff_hours, now)) return
  fail('CANCELLATION_TOO_LATE', { message: 'It is too late to change this online. Please contact the studio.' })
}

/**
 * What is not named stays; another room takes the place of the rooms it had, and so does any room of another service
 * where the client may not book it in the room it had. People and equipment are the studio's to give: a client's list
 * of resources names a room only, and the rest stays.
 */
function choiceWith(
  actor: Actor,
  before: Booking,
  { change, terms, forClient = false, preferred = [] }: { change: Change; terms: Terms } & ForClient,
): Choice {
  const { room_id, add_resource_ids = [], remove_resource_ids = [] } = change
  const isNewService = change.service_type !== undefined && change.service_type !== before.service_type
  const isNamed = room_id !== undefined || change.resource_ids !== undefined
  const bookable = isNamed || isNewService ? bookableFor(actor, before.studio_id, terms) : terms.resources
  const staysInRoom = (room: string) => !isNewService || bookable.some(({ id }) => id === room)
  const isClients = forClient || !canNameEquipment(actor, before.studio_id)
  const isReplaceable = (id: string) => isClients && isPersonOfService(terms, id)
  // Another service may allow fewer rooms.
  const roomsMax = isClients && isNewService ? (terms.service?.rooms_max ?? 1) : Number.POSITIVE_INFINITY
  const lostRooms = idsOf(before.resources.filter(({ kind }) => kind === 'room')).slice(roomsMax)
  const kept = before.resources
    .filter(({ id }) => !lostRooms.includes(id))
    .filter(({ kind, id }) => kind !== 'room' || (room_id === undefined && staysInRoom(id)))
    .filter(({ id }) => !isReplaceable(id))
  const assigned = canNameEquipment(actor, before.studio_id) ? [] : idsOf(kept.filter(({ kind }) => kind !== 'room'))
  const given = change.resource_ids?.filter((id) => !isReplaceable(id))
  const resource_ids = given ? [...given, ...assigned] : idsOf(kept)
  const needed = [...resource_ids.filter((id) => !remove_resource_ids.includes(id)), ...add_resource_ids]
  requireInUse(
    kept.filter(({ id }) => needed.includes(id)),
    terms.resources,
  )
  const choice = choiceOf({ room_id, resource_ids: needed, booking_type: before.booking_type }, bookable)
  const current = idsOf(before.resources.filter(({ id }) => isReplaceable(id)))
  const withPeople = isClients
    ? withPerson(choice, terms, { isRequired: !forClient, preferred: [...preferred, ...current] })
    : choice
  return cheapestFirst(withPeople, { ...wantedOf(before, change), add_ons: [], people: before.people }, terms)
}

/** Whether somebody is one of the people of the session's service, before or after a change. */
const isPersonOfService = ({ service, booked_person_ids }: Terms, id: string) =>
  [...(service?.person_ids ?? []), ...(booked_person_ids ?? [])].includes(id)

const idsOf = (resources: readonly { id: string }[]) => resources.map(({ id }) => id)

/**
 * A client's change asks the studio again, unless it takes such sessions without being asked. Where it assigned people or
 * equipment it is asked in any case: whether they can come then is for the studio to say. It is also asked where it set the
 * price by hand, which was for the session as it is, and where another service would drop the add-ons that were sold.
 */
export function statusAfter(
  actor: Actor,
  before: Booking,
  { terms, service_type }: { terms: Terms; service_type: string },
): BookingStatus {
  if (canSeeAllBookings(actor, before.studio_id)) return before.status
  const isAssigned = before.resources.some(({ kind, id }) => kind !== 'room' && !isPersonOfService(terms, id))
  const hasAddOns = before.price_lines.some(({ kind }) => kind === 'add_on')
  const losesAddOns = service_type !== before.service_type && hasAddOns
  const isSpecial = isAssigned || losesAddOns || isOverridden(before.price_lines)
  return terms.service?.auto_confirm && !isSpecial ? 'confirmed' : 'pending'
}

/** Whether a client's change turns a confirmed session into a request again. */
export const asksStudio = (actor: Actor, before: Booking, session: { terms: Terms; service_type: string }) =>
  before.status === 'confirmed' && statusAfter(actor, before, session) === 'pending'
