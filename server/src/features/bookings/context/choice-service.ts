import type { Actor } from '@studiohub/contract/actor.ts'
import { errors, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import { orderPeople } from '@studiohub/contract/features/bookings/people/rules.ts'
import { type Instants, type SessionTimes, withBuffers } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingType } from '@studiohub/contract/features/bookings/schema.ts'
import { isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { type Reservation, type ReservedTimesRow, toReservedTimes } from '../reservations/queries.ts'
import type { Bookable, BookingContext } from './queries.ts'

/** A requested session or block. */
export type SessionRequest = SessionTimes & {
  studio_id: string
  booking_type: BookingType
  service_type: string
  client_id: string | null
}

/** The resources that a booking needs: all that are `required`, one of the `roomOptions` unless there are none, and one `person` if it is set. */
export type ResourceChoice = { required: Bookable[]; roomOptions: Bookable[]; person: PersonChoice | null }

/**
 * One of these people is needed; preferred people are tried first. If none is free, the studio can book without a person.
 */
export type PersonChoice = { people: Bookable[]; isRequired: boolean; preferred: readonly string[] }

/**
 * Adds the people of the service to a choice, because a booking needs one of them. Does nothing if a person is already chosen.
 * @param preferred people to try first
 */
export function addPersonOfService(
  choice: ResourceChoice,
  { service, resources }: BookingContext,
  { isRequired, preferred = [] }: { isRequired: boolean; preferred?: readonly string[] },
): ResourceChoice {
  if (!service?.person_ids || choice.required.some(({ kind }) => kind === 'person')) return choice
  const people = service.person_ids.flatMap(
    (id) => resources.find((resource) => resource.id === id && resource.kind === 'person') ?? [],
  )
  return { ...choice, person: { people, isRequired, preferred } }
}

/** The choice for a new booking, with the person that its service needs. */
export function chooseResourcesForNewBooking(
  actor: Actor,
  request: SessionRequest & {
    room_id?: string | null | undefined
    resource_ids?: string[] | undefined
    without_person?: boolean | undefined
  },
  context: BookingContext,
): ResourceChoice {
  const choice = resolveNamedResources(request, listBookable(actor, request.studio_id, context))
  const isRequired = !mayOverrideHours(actor, request.studio_id)
  const isNeeded = request.booking_type === 'client_booking' && !request.without_person
  return isNeeded ? addPersonOfService(choice, context, { isRequired }) : choice
}

/** The resources that an actor may book for a service. Clients get only its rooms. */
export function listBookable(actor: Actor, studio_id: string, { service, resources }: BookingContext): Bookable[] {
  if (!service || mayOverrideHours(actor, studio_id)) return resources
  return resources.filter(({ kind, id }) => kind !== 'room' || isRoomOf(service, id))
}

/** The choice for the resources of a request. If it names no room: any free room, or for blocked time every room. */
export function resolveNamedResources(
  request: { room_id?: string | null | undefined; resource_ids?: string[] | undefined; booking_type: BookingType },
  active: Bookable[],
): ResourceChoice {
  const { room_id, resource_ids = [], booking_type } = request
  const requestedIds = new Set(room_id ? [room_id, ...resource_ids] : resource_ids)
  const required = active.filter(({ id }) => requestedIds.has(id))
  const rooms = active.filter(({ kind }) => kind === 'room')
  const isUnknown = required.length < requestedIds.size || (room_id && !rooms.some(({ id }) => id === room_id))
  if (isUnknown || rooms.length === 0) {
    fail('ROOM_NOT_AVAILABLE', { fields: { room_id: errors.ROOM_NOT_AVAILABLE.message } })
  }
  if (booking_type === 'blocked_time')
    return { required: requestedIds.size === 0 ? rooms : required, roomOptions: [], person: null }
  return { required, roomOptions: required.some(({ kind }) => kind === 'room') ? [] : rooms, person: null }
}

export const buildReservation = (resource: Bookable, instants: Instants): Reservation => ({
  resource_id: resource.id,
  ...withBuffers(instants, resource),
})

/** All resources that a session could get: the `required` ones of its choice, then its `roomOptions`, then the people. */
export const listCandidates = ({ required, roomOptions, person }: ResourceChoice): Bookable[] => [
  ...required,
  ...roomOptions,
  ...(person?.people ?? []),
]

/** The resources that a session gets; empty if a resource that it needs is taken. */
export function pickResources(
  { required, roomOptions, person }: ResourceChoice,
  isTaken: (resource: Bookable) => boolean,
): Bookable[] {
  if (required.some(isTaken)) return []
  const isFree = (resource: Bookable) => !isTaken(resource)
  const room = roomOptions.find(isFree)
  if (roomOptions.length > 0 && !room) return []
  const freePerson = person?.people.find(isFree)
  if (person?.isRequired && !freePerson) return []
  if (!room && !freePerson) return required
  return sortByPosition([...required, ...(room ? [room] : []), ...(freePerson ? [freePerson] : [])])
}

export const sortByPosition = (resources: readonly Bookable[]) =>
  resources.toSorted((a, b) => a.position - b.position || a.id.localeCompare(b.id))

export const toBookingResource = ({ id, name, kind }: Bookable): Booking['resources'][number] => ({ id, name, kind })

/** The studio's day on which a session begins, in milliseconds. */
export const computeDayRange = (
  { booking_date }: Pick<SessionRequest, 'booking_date'>,
  { timezone }: Pick<BookingContext, 'timezone'>,
) => ({
  from: Date.parse(dayStart(booking_date, timezone)),
  to: Date.parse(dayStart(plusDays(booking_date, 1), timezone)),
})

/** Sorts the people of a choice in the order of assignment. */
export function sortPeopleOfChoice(
  choice: ResourceChoice,
  reserved: readonly ReservedTimesRow[],
  { request, context }: { request: SessionRequest; context: BookingContext },
): ResourceChoice {
  const { person } = choice
  if (!person || person.people.length < 2) return choice
  const { preferred } = person
  const people = orderPeople(person.people, reserved.map(toReservedTimes), {
    day: computeDayRange(request, context),
    preferred,
  })
  return { ...choice, person: { ...person, people } }
}
