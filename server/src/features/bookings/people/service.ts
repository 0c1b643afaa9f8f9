import { fail } from '@studiohub/contract/errors.ts'
import { isAvailableFor, isCalendarBusy } from '@studiohub/contract/features/availability/rules.ts'
import { sumReservedTime } from '@studiohub/contract/features/bookings/people/rules.ts'
import type { ServicePeople, ServicePeopleQuery } from '@studiohub/contract/features/bookings/people/schema.ts'
import { canSeeServicePeople } from '@studiohub/contract/features/bookings/policy.ts'
import { computeInstants, resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { addPersonOfService, buildReservation, computeDayRange, sortPeopleOfChoice } from '../context/choice-service.ts'
import { type Bookable, getBookingContext, getSessionAndAlternativesRange } from '../context/queries.ts'
import { candidateReservationsQuery, isFree, toReservedTimes } from '../reservations/queries.ts'

const MILLISECONDS_PER_MINUTE = 60_000

/** The people of a service with their state at the time of a session, in the order of assignment. */
export function listServicePeople(caller: Caller, query: ServicePeopleQuery): Promise<ServicePeople> {
  const { studio_id, service: service_type, ...times } = query
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeServicePeople(requireRole(actor), studio_id))
    const context =
      (await getBookingContext(tx, {
        studio_id,
        service_type,
        calendar_range: getSessionAndAlternativesRange(times),
      })) ?? fail('NOT_FOUND')
    const session = { ...times, ...resolveDays(times) }
    const instants = computeInstants(session, context.timezone)
    const { rows } = await candidateReservationsQuery({ ...session, studio_id, service_type }).execute(tx)
    const during = { from: Date.parse(instants.starts_at), to: Date.parse(instants.ends_at) }
    const choice = addPersonOfService({ required: [], roomOptions: [], person: null }, context, { isRequired: false })
    const request = { ...session, studio_id, service_type, booking_type: 'client_booking' as const, client_id: null }
    const people = sortPeopleOfChoice(choice, rows, { request, context }).person?.people ?? []
    const from = toMinutes(session.start_time)
    const range = { booking_date: session.booking_date, from, to: from + sessionMinutes(session) }
    const day = computeDayRange(request, context)
    const items = people.map((person: Bookable) => ({
      resource_id: person.id,
      name: person.name,
      is_working: isAvailableFor(person, context.hours, range),
      is_free: isFree(buildReservation(person, instants), rows) && !isCalendarBusy(person, during),
      booked_minutes: Math.round(
        sumReservedTime(
          rows.map(toReservedTimes).find(({ resource_id }) => resource_id === person.id)?.reserved ?? [],
          day,
        ) / MILLISECONDS_PER_MINUTE,
      ),
    }))
    const suggested = items.find(({ is_working, is_free }) => is_working && is_free)
    return { items, next_cursor: null, suggested_id: suggested?.resource_id ?? null }
  })
}
