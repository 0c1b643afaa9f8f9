import { type ErrorCode, errors, fail } from '@studiohub/contract/errors.ts'
import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import { type PublicService, START_STEP_MINUTES } from '@studiohub/contract/features/availability/schema.ts'
import { quoteSession, toBookingPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { computeInstants, type SessionTimes, withBuffers } from '@studiohub/contract/features/bookings/rules.ts'
import { noReductions, type Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { isLengthOffered, isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { OccupiedTime } from '../bookings/visitors/queries.ts'
import { findFreeRoom, getReasonAt } from './find-free-room.ts'
import { withPeople } from './public-service.ts'
import { getPublicOffer } from './queries.ts'
import { countDays, listPossibleStarts } from './service.ts'

/** A start that a visitor chose on a public page. */
export type PublicStart = {
  slug: string
  service: string
  day: string
  time: string
  minutes: number
  /** The reductions of the price. */
  reductions: Reductions
}

type Service = Omit<PublicService, 'pictures'>
type Offer = NonNullable<Awaited<ReturnType<typeof getPublicOffer>>>

/**
 * Finds the cheapest free room for a visitor's session, and the first free person if the service needs one. Also returns the
 * price, and the free minutes of the day in all rooms.
 * @throws AppError NOT_FOUND, PLAN_EXPIRED, SERVICE_NOT_OFFERED, LENGTH_NOT_OFFERED, BOOKING_CONFLICT, or the reason why the
 * session cannot start then
 */
export async function findPublicStart(tx: Tx, input: PublicStart, now: Date) {
  const { slug, day, time, minutes, reductions } = input
  const until = plusDays(day, countDays(minutes))
  const offer = (await getPublicOffer(tx, { slug, from: day, to: until, now })) ?? fail('NOT_FOUND')
  if (!offer.takes_bookings) fail('PLAN_EXPIRED')
  const service = offer.services.find(({ key }) => key === input.service) ?? fail('SERVICE_NOT_OFFERED')
  if (!isLengthOffered(minutes, service)) fail('LENGTH_NOT_OFFERED')
  const times: SessionTimes = { booking_date: day, ...getTimesOfLength(time, minutes) }
  const offerWithPeople = await withPeople(tx, offer, { service, from: day, to: until })
  const room = findCheapestRoom(offerWithPeople, service, { times, minutes, now })
  const instants = computeInstants(times, offer.timezone)
  const person = findFreePerson(offerWithPeople, room, { times, minutes, now })
  const occupied_times: OccupiedTime[] = [
    { resource_id: room.id, ...withBuffers(instants, room) },
    ...(person ? [{ person_number: Number(person.id), ...withBuffers(instants, person) }] : []),
  ]
  return {
    service,
    room_id: room.id,
    times,
    instants,
    occupied_times,
    price: priceInRoom(offer, service, { times, reductions }, room.id),
    free_minutes: countFreeMinutes(offer, day, now),
  }
}

type Room = Offer['rooms'][number]
type OfferWithPeople = Offer & { people?: Room[] | null | undefined }
type StartSearch = { times: SessionTimes; minutes: number; now: Date }

/** The first person who is free at this time; undefined if the service needs no person. */
function findFreePerson(offer: OfferWithPeople, room: Room, { times, minutes, now }: StartSearch) {
  const { booking_date, start_time } = times
  const request = { date: booking_date, days: 1, minutes, at_desk: false, now }
  return offer.people?.find((person) =>
    listPossibleStarts(request, { ...offer, rooms: [room], people: [person] }, new Set()).days[0]?.free.includes(
      start_time,
    ),
  )
}

function findCheapestRoom(offer: OfferWithPeople, service: Service, { times, minutes, now }: StartSearch) {
  const { booking_date, start_time } = times
  const rooms = offer.rooms.filter(({ id }) => isRoomOf(service, id))
  const request = { date: booking_date, days: 1, minutes, at_desk: false, now }
  const [day] = listPossibleStarts(request, { ...offer, rooms }, new Set()).days
  const reasons = new Map(day?.rooms.map(({ room_id, from }) => [room_id, getReasonAt(from, start_time)]))
  const starts = day?.free.includes(start_time) ? day.rooms : []
  const costOf = ({ id }: Room) => priceInRoom(offer, service, { times, reductions: noReductions }, id).price_minor
  return findFreeRoom(rooms, { starts, time: start_time }, costOf) ?? failWithReason([...reasons.values()])
}

const isCode = (reason: string | null | undefined): reason is ErrorCode =>
  Boolean(reason && Object.hasOwn(errors, reason))

function failWithReason(reasons: readonly (string | null)[]): never {
  // ROOM_BUSY and similar reasons are not error codes: then a room is only taken, and the error is BOOKING_CONFLICT.
  const code = reasons.every(isCode) ? reasons[0] : 'BOOKING_CONFLICT'
  fail(isCode(code) ? code : 'BOOKING_CONFLICT')
}

type PricedTimes = { times: SessionTimes; reductions: Reductions }

const priceInRoom = (offer: Offer, service: Service, { times, reductions }: PricedTimes, room_id: string) =>
  toBookingPrice(
    quoteSession(
      service,
      { ...times, room_ids: [room_id], people: null, add_ons: [] },
      { currency: service.currency, rooms: offer.rooms.map(({ id }) => id), reductions },
    ),
  )

function countFreeMinutes(offer: Offer, date: string, now: Date): number {
  const request = { date, days: 1, minutes: START_STEP_MINUTES, at_desk: false, now }
  const [day] = listPossibleStarts(request, offer, new Set()).days
  const quarters = Array.from({ length: (24 * 60) / START_STEP_MINUTES }, (_, index) => quarterTime(index))
  const freeIn = ({ from }: { from: Record<string, string | null> }) =>
    quarters.filter((time) => getReasonAt(from, time) === null).length
  return (day?.rooms ?? []).reduce((sum, room) => sum + freeIn(room) * START_STEP_MINUTES, 0)
}

const quarterTime = (index: number) => new Date(index * START_STEP_MINUTES * 60_000).toISOString().slice(11, 16)
