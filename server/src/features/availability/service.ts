import { errors, fail } from '@studiohub/contract/errors.ts'
import { canSeeAvailability, mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  availability,
  type Bookable,
  type ReservedTime,
  startRules,
  toRequestedOthers,
  toRequestedRooms,
} from '@studiohub/contract/features/availability/rules.ts'
import {
  type AvailabilityAnswer,
  type AvailabilityQuery,
  SESSION_MINUTES_MAX,
  START_STEP_MINUTES,
} from '@studiohub/contract/features/availability/schema.ts'
import { usualLength } from '@studiohub/contract/features/availability/starts/rules.ts'
import { monthOf, requireBookable } from '@studiohub/contract/features/bookings/rules.ts'
import { isLengthOffered, isRoomOf, type OfferedLengths } from '@studiohub/contract/features/resources/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { type Hours, MINUTES_A_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getBookingContext } from '../bookings/context/queries.ts'
import { getBooking, listReservedTimes } from '../bookings/queries.ts'
import { getPlanMonths } from '../subscriptions/queries.ts'

/** When a session may begin at the caller's studio, for each room, or why not. */
export function getAvailability(caller: Caller, query: AvailabilityQuery, now: Date): Promise<AvailabilityAnswer> {
  const { studio_id, date, days, room_id, booking_id } = query
  const named = new Set([...(query.room_ids?.split(',') ?? []), ...(room_id ? [room_id] : [])])
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canSeeAvailability(actor, studio_id))
    const moved = booking_id === undefined ? undefined : await getBooking(tx, booking_id)
    const context =
      (await getBookingContext(tx, {
        ...{ studio_id, service_type: query.service, booked_service: moved?.service_type },
        around: { from: date, to: plusDays(date, days + countDays(SESSION_MINUTES_MAX)) },
      })) ?? fail('NOT_FOUND')
    authorize(context.is_active, 'STUDIO_INACTIVE')
    const runs_studio = mayOverrideHours(actor, studio_id)
    const service = context.service && (context.service.is_client_bookable || runs_studio) ? context.service : null
    const minutes = lengthOf(query, service, runs_studio)
    const isOffered = (id: string) => runs_studio || !service || isRoomOf(service, id)
    const rooms = context.resources.filter(
      ({ kind, id }) => kind === 'room' && (named.size === 0 ? isOffered(id) : named.has(id)),
    )
    if (rooms.length < named.size) fail('ROOM_NOT_AVAILABLE')
    // If several rooms are requested, the answer is about the first one, and the others must be free at the same time.
    const moreRooms = named.size > 1 ? rooms.slice(1) : []
    // A booking may move to another room. Its people and equipment stay, except the person of its service.
    const ofService = [...(service?.person_ids ?? []), ...(context.booked_person_ids ?? [])]
    const isReplaceable = (id: string) => !runs_studio && ofService.includes(id)
    const needed = moved?.resources.filter(({ kind, id }) => kind !== 'room' && !isReplaceable(id)) ?? []
    requireBookable(needed, context.resources)
    const also = context.resources.filter(({ id }) => needed.some((one) => one.id === id))
    const hasPerson = also.some(({ kind }) => kind === 'person') || (runs_studio && moved !== undefined)
    const people = hasPerson ? null : peopleOf(service, context.resources)
    const reservations = await listReservedTimes(tx, {
      resource_ids: [...rooms, ...also, ...(people ?? [])].map(({ id }) => id),
      but: moved?.id,
      // A session of the last day may end days later, and buffers extend it.
      from: dayStart(plusDays(date, -1), context.timezone),
      to: dayStart(plusDays(date, days + 1 + countDays(minutes)), context.timezone),
    })
    const full = await monthsFull(tx, { studio_id, date, days, now }, moved?.booking_date)
    return {
      ...listPossibleStarts(
        { date, days, minutes, runs_studio, now, kept_start: moved?.starts_at },
        { ...context, rooms: named.size > 1 ? rooms.slice(0, 1) : rooms, moreRooms, also, people, reservations },
        full,
      ),
      rooms: rooms.map(({ id, name }) => ({ id, name })),
      overridable: runs_studio ? ['OUTSIDE_OPENING_HOURS', 'CALENDAR_BUSY', 'NO_PERSON_FREE'] : [],
    }
  })
}

/** The bookable people of a service; null if it needs none. */
const peopleOf = <Person extends { id: string }>(
  service: { person_ids: readonly string[] | null } | null,
  resources: readonly Person[],
) => service?.person_ids && resources.filter(({ id }) => service.person_ids?.includes(id))

/** How many days later a session of this length can end. */
export const countDays = (minutes: number) => Math.ceil(minutes / MINUTES_A_DAY)

export function lengthOf(
  query: { service?: string | undefined; minutes?: number | undefined },
  service: OfferedLengths | null,
  runs_studio: boolean,
): number {
  if (query.service !== undefined && !service) {
    fail('SERVICE_NOT_OFFERED', { fields: { service: errors.SERVICE_NOT_OFFERED.message } })
  }
  const usual = service && (runs_studio ? service.default_minutes : usualLength(service))
  const minutes = query.minutes ?? usual ?? 0
  if (service && !runs_studio && !isLengthOffered(minutes, service)) {
    fail('LENGTH_NOT_OFFERED', { fields: { minutes: errors.LENGTH_NOT_OFFERED.message } })
  }
  return minutes
}

/**
 * The requested months in which the plan allows no more bookings; a move within a month needs no place in it. If the plan
 * has ended, the caller gets that error instead.
 */
async function monthsFull(
  tx: Tx,
  query: { studio_id: string; date: string; days: number; now: Date },
  moved: string | undefined,
): Promise<Set<string>> {
  const { studio_id, date, days, now } = query
  const { takes, full } = await getPlanMonths(tx, { studio_id, from: date, to: plusDays(date, days - 1), now })
  if (moved === undefined) authorize(takes, 'PLAN_EXPIRED')
  else full.delete(monthOf(moved).from)
  return full
}

type StartsRequest = {
  date: string
  days: number
  minutes: number
  runs_studio: boolean
  now: Date
  kept_start?: string | undefined
}
export type Offer = {
  timezone: string
  min_notice_minutes: number
  booking_horizon_days: number
  hours: Hours
  rooms: Bookable[]
  /** Rooms that are needed besides. */
  moreRooms?: Bookable[]
  also?: Bookable[]
  /** The session needs one of these people; null if it needs none. */
  people?: Bookable[] | null | undefined
  reservations: { resource_id: string; reserved: ReservedTime[] }[]
}

/** When sessions may start in each room, with the reservations that decide it. */
export function listPossibleStarts(question: StartsRequest, offer: Offer, full: ReadonlySet<string>) {
  const { date, days, minutes, runs_studio, now, kept_start } = question
  const rules = startRules({
    zone: offer.timezone,
    now,
    runs_studio,
    kept_start,
    notice_minutes: offer.min_notice_minutes,
    horizon_days: offer.booking_horizon_days,
  })
  return {
    timezone: offer.timezone,
    today: rules.today,
    minutes,
    step_minutes: START_STEP_MINUTES,
    days: availability({
      zone: offer.timezone,
      date,
      days,
      minutes,
      rules,
      rooms: toRequestedRooms(offer.rooms, offer.reservations, offer.hours),
      also: [
        ...toRequestedRooms(offer.moreRooms ?? [], offer.reservations, offer.hours),
        ...toRequestedOthers(offer.also ?? [], offer.reservations, offer.hours),
      ],
      oneOfPeople: offer.people ? toRequestedOthers(offer.people, offer.reservations, offer.hours) : null,
      isFull: (day) => full.has(`${day.slice(0, 7)}-01`),
    }),
  }
}
