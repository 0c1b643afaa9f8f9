import { type ErrorCode, errors, fail } from '@studiohub/contract/errors.ts'
import { type PublicService, START_STEP_MINUTES } from '@studiohub/contract/features/availability/schema.ts'
import { createSession } from '@studiohub/contract/features/availability/starts/rules.ts'
import { priceOfQuote, quoteSession } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { type SessionTimes, sessionInstants, withBuffers } from '@studiohub/contract/features/bookings/rules.ts'
import { noReductions, type Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { isLengthOffered, isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { authorize } from '#platform/auth/authorize.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { OccupiedTime } from '../bookings/visitors/queries.ts'
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
 * Finds the cheapest room that is free for a visitor's session, and the first free person if the service needs one. Also
 * returns the price, and how much of the day is free in all rooms.
 * @throws AppError NOT_FOUND, PLAN_EXPIRED, SERVICE_NOT_OFFERED, LENGTH_NOT_OFFERED, BOOKING_CONFLICT, or the reason why it
 * cannot start then
 */
export async function findPublicStart(tx: Tx, input: PublicStart, now: Date) {
  const { slug, day, time, minutes, reductions } = input
  const until = plusDays(day, countDays(minutes))
  const offer = (await getPublicOffer(tx, { slug, from: day, to: until, now })) ?? fail('NOT_FOUND')
  authorize(offer.takes_bookings, 'PLAN_EXPIRED')
  const service = offer.services.find(({ key }) => key === input.service) ?? fail('SERVICE_NOT_OFFERED')
  if (!isLengthOffered(minutes, service)) fail('LENGTH_NOT_OFFERED')
  const times: SessionTimes = { booking_date: day, ...createSession(time, minutes) }
  const offerWithPeople = await withPeople(tx, offer, { service, from: day, to: until })
  const room = cheapestFree(offerWithPeople, service, { times, minutes, now })
  const instants = sessionInstants(times, offer.timezone)
  const person = freePerson(offerWithPeople, room, { times, minutes, now })
  const holds: OccupiedTime[] = [
    { resource_id: room.id, ...withBuffers(instants, room) },
    ...(person ? [{ person_number: Number(person.id), ...withBuffers(instants, person) }] : []),
  ]
  return {
    ...{ service, times, instants },
    holds,
    price: priceIn(offer, service, { times, reductions }, room.id),
    free_minutes: freeMinutes(offer, day, now),
  }
}

type Room = Offer['rooms'][number]
type WholeOffer = Offer & { people?: Room[] | null | undefined }
type StartSearch = { times: SessionTimes; minutes: number; now: Date }

/** The first person who is free at this time; undefined if the service needs none. */
function freePerson(offer: WholeOffer, room: Room, { times, minutes, now }: StartSearch) {
  const { booking_date, start_time } = times
  const question = { date: booking_date, days: 1, minutes, runs_studio: false, now }
  return offer.people?.find((person) =>
    listPossibleStarts(question, { ...offer, rooms: [room], people: [person] }, new Set()).days[0]?.free.includes(
      start_time,
    ),
  )
}

function cheapestFree(offer: WholeOffer, service: Service, { times, minutes, now }: StartSearch) {
  const { booking_date, start_time } = times
  const rooms = offer.rooms.filter(({ id }) => isRoomOf(service, id))
  const question = { date: booking_date, days: 1, minutes, runs_studio: false, now }
  const [day] = listPossibleStarts(question, { ...offer, rooms }, new Set()).days
  const reasons = new Map(day?.rooms.map(({ room_id, from }) => [room_id, reasonAt(from, start_time)]))
  const free = day?.free.includes(start_time) ? rooms.filter(({ id }) => reasons.get(id) === null) : []
  const cost = ({ id }: { id: string }) =>
    priceIn(offer, service, { times, reductions: noReductions }, id).price_minor ?? Number.POSITIVE_INFINITY
  const [room] = free.map((one) => ({ one, cost: cost(one) })).sort((a, b) => a.cost - b.cost)
  return room?.one ?? refuse([...reasons.values()])
}

const reasonAt = (from: Record<string, string | null>, time: string) =>
  from[Object.keys(from).findLast((start) => start <= time) ?? ''] ?? null

const isCode = (reason: string | null | undefined): reason is ErrorCode =>
  Boolean(reason && Object.hasOwn(errors, reason))

function refuse(reasons: readonly (string | null)[]): never {
  // The reason of a room that is only taken is the most useful one: another time of that day may be free.
  const code = reasons.every(isCode) ? reasons[0] : 'BOOKING_CONFLICT'
  return fail(isCode(code) ? code : 'BOOKING_CONFLICT')
}

type PricedTimes = { times: SessionTimes; reductions: Reductions }

const priceIn = (offer: Offer, service: Service, { times, reductions }: PricedTimes, room_id: string) =>
  priceOfQuote(
    quoteSession(
      service,
      { ...times, room_ids: [room_id], people: null, add_ons: [] },
      { currency: service.currency, rooms: offer.rooms.map(({ id }) => id), reductions },
    ),
  )

function freeMinutes(offer: Offer, date: string, now: Date): number {
  const question = { date, days: 1, minutes: START_STEP_MINUTES, runs_studio: false, now }
  const [day] = listPossibleStarts(question, offer, new Set()).days
  const quarters = Array.from({ length: (24 * 60) / START_STEP_MINUTES }, (_, index) => quarterClock(index))
  const freeIn = ({ from }: { from: Record<string, string | null> }) =>
    quarters.filter((time) => reasonAt(from, time) === null).length
  return (day?.rooms ?? []).reduce((sum, room) => sum + freeIn(room) * START_STEP_MINUTES, 0)
}

const quarterClock = (index: number) => new Date(index * START_STEP_MINUTES * 60_000).toISOString().slice(11, 16)
