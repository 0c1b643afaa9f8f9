import { errors, fail } from '@studiohub/contract/errors.ts'
import { getInitialLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import { canSeeAvailability, mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  type BookableHours,
  computeAvailability,
  type ReservedTime,
  toRequestedOthers,
  toRequestedResources,
} from '@studiohub/contract/features/availability/rules.ts'
import {
  type AvailabilityAnswer,
  type AvailabilityQuery,
  SESSION_MINUTES_MAX,
  START_STEP_MINUTES,
} from '@studiohub/contract/features/availability/schema.ts'
import { toBookingWindow } from '@studiohub/contract/features/availability/window/rules.ts'
import { checkBookable, getPlanMonth } from '@studiohub/contract/features/bookings/rules.ts'
import { isLengthOffered, isRoomOf, type LengthSettings } from '@studiohub/contract/features/resources/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { type Hours, MINUTES_PER_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getBookingContext } from '../bookings/context/queries.ts'
import { getBooking, listReservedTimes } from '../bookings/queries.ts'
import { getPlanMonths } from '../subscriptions/queries.ts'

/** When a session may begin in each room of the caller's studio, or why it may not. */
export function getAvailability(caller: Caller, query: AvailabilityQuery, now: Date): Promise<AvailabilityAnswer> {
  const { studio_id, date, days, room_id, booking_id } = query
  const requestedIds = new Set([...(query.room_ids?.split(',') ?? []), ...(room_id ? [room_id] : [])])
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canSeeAvailability(actor, studio_id))
    const movedBooking = booking_id === undefined ? undefined : await getBooking(tx, booking_id)
    const context =
      (await getBookingContext(tx, {
        studio_id,
        service_type: query.service,
        booked_service: movedBooking?.service_type,
        calendar_range: { from: date, to: plusDays(date, days + countDays(SESSION_MINUTES_MAX)) },
      })) ?? fail('NOT_FOUND')
    if (!context.is_active) fail('STUDIO_INACTIVE')
    const at_desk = mayOverrideHours(actor, studio_id)
    const service = context.service && (context.service.is_client_bookable || at_desk) ? context.service : null
    const minutes = resolveLength(query, service, at_desk)
    const isOffered = (id: string) => at_desk || !service || isRoomOf(service, id)
    const rooms = context.resources.filter(
      ({ kind, id }) => kind === 'room' && (requestedIds.size === 0 ? isOffered(id) : requestedIds.has(id)),
    )
    if (rooms.length < requestedIds.size) fail('ROOM_NOT_AVAILABLE')
    // If several rooms are requested, the answer is about the first one, and the others must be free at the same time.
    const moreRooms = requestedIds.size > 1 ? rooms.slice(1) : []
    // A moved booking may get another room. Its people and equipment stay; only the person of its service may change.
    const servicePersonIds = [...(service?.person_ids ?? []), ...(context.booked_person_ids ?? [])]
    const isReplaceable = (id: string) => !at_desk && servicePersonIds.includes(id)
    const needed = movedBooking?.resources.filter(({ kind, id }) => kind !== 'room' && !isReplaceable(id)) ?? []
    checkBookable(needed, context.resources)
    const otherResources = context.resources.filter(({ id }) => needed.some((resource) => resource.id === id))
    const hasPerson = otherResources.some(({ kind }) => kind === 'person') || (at_desk && movedBooking !== undefined)
    const people = hasPerson ? null : peopleOf(service, context.resources)
    const reservations = await listReservedTimes(tx, {
      resource_ids: [...rooms, ...otherResources, ...(people ?? [])].map(({ id }) => id),
      except: movedBooking?.id,
      // A session that begins on the last day may end days later, and buffers extend it.
      from: dayStart(plusDays(date, -1), context.timezone),
      to: dayStart(plusDays(date, days + 1 + countDays(minutes)), context.timezone),
    })
    const full = await listFullMonths(tx, { studio_id, date, days, now }, movedBooking?.booking_date)
    return {
      ...listPossibleStarts(
        { date, days, minutes, at_desk, now, current_start: movedBooking?.starts_at },
        {
          ...context,
          rooms: requestedIds.size > 1 ? rooms.slice(0, 1) : rooms,
          moreRooms,
          others: otherResources,
          people,
          reservations,
        },
        full,
      ),
      rooms: rooms.map(({ id, name }) => ({ id, name })),
      overridable: at_desk ? ['OUTSIDE_OPENING_HOURS', 'CALENDAR_BUSY', 'NO_PERSON_FREE'] : [],
    }
  })
}

/** The bookable people of a service; null if it needs none. */
const peopleOf = <Person extends { id: string }>(
  service: { person_ids: readonly string[] | null } | null,
  resources: readonly Person[],
) => service?.person_ids && resources.filter(({ id }) => service.person_ids?.includes(id))

/** How many days later a session of this length can end. */
export const countDays = (minutes: number) => Math.ceil(minutes / MINUTES_PER_DAY)

/**
 * The length of a session in minutes: the requested one, or the one that is selected at first.
 * @throws AppError SERVICE_NOT_OFFERED, or LENGTH_NOT_OFFERED for a length that clients cannot book
 */
export function resolveLength(
  query: { service?: string | undefined; minutes?: number | undefined },
  service: LengthSettings | null,
  at_desk: boolean,
): number {
  if (query.service !== undefined && !service) {
    fail('SERVICE_NOT_OFFERED', { fields: { service: errors.SERVICE_NOT_OFFERED.message } })
  }
  const initial = service && (at_desk ? service.default_minutes : getInitialLength(service))
  const minutes = query.minutes ?? initial ?? 0
  if (service && !at_desk && !isLengthOffered(minutes, service)) {
    fail('LENGTH_NOT_OFFERED', { fields: { minutes: errors.LENGTH_NOT_OFFERED.message } })
  }
  return minutes
}

/**
 * The requested months in which the plan allows no more bookings. The month of a moved booking is not full for that booking.
 * @param moved_date the date of the moved booking; without one an ended plan is an error
 */
async function listFullMonths(
  tx: Tx,
  query: { studio_id: string; date: string; days: number; now: Date },
  moved_date: string | undefined,
): Promise<Set<string>> {
  const { studio_id, date, days, now } = query
  const { isTakingBookings, fullMonths } = await getPlanMonths(tx, {
    studio_id,
    from: date,
    to: plusDays(date, days - 1),
    now,
  })
  if (moved_date !== undefined) fullMonths.delete(getPlanMonth(moved_date).from)
  else if (!isTakingBookings) fail('PLAN_EXPIRED')
  return fullMonths
}

type StartsRequest = {
  date: string
  days: number
  minutes: number
  at_desk: boolean
  now: Date
  current_start?: string | undefined
}
export type Offer = {
  timezone: string
  min_notice_minutes: number
  booking_horizon_days: number
  hours: Hours
  rooms: BookableHours[]
  /** Other rooms that the session needs at the same time. */
  moreRooms?: BookableHours[]
  /** People and equipment that the session needs. */
  others?: BookableHours[]
  /** The session needs one of these people; null if it needs none. */
  people?: BookableHours[] | null | undefined
  reservations: { resource_id: string; reserved: ReservedTime[] }[]
}

/** When sessions may start in each room of an offer. @param full the first days of months that are full */
export function listPossibleStarts(request: StartsRequest, offer: Offer, full: ReadonlySet<string>) {
  const { date, days, minutes, at_desk, now, current_start } = request
  const window = toBookingWindow({
    zone: offer.timezone,
    now,
    at_desk,
    current_start,
    notice_minutes: offer.min_notice_minutes,
    horizon_days: offer.booking_horizon_days,
  })
  return {
    timezone: offer.timezone,
    today: window.today,
    minutes,
    step_minutes: START_STEP_MINUTES,
    days: computeAvailability({
      zone: offer.timezone,
      date,
      days,
      minutes,
      window,
      rooms: toRequestedResources(offer.rooms, offer.reservations, offer.hours),
      others: [
        ...toRequestedResources(offer.moreRooms ?? [], offer.reservations, offer.hours),
        ...toRequestedOthers(offer.others ?? [], offer.reservations, offer.hours),
      ],
      oneOfPeople: offer.people ? toRequestedOthers(offer.people, offer.reservations, offer.hours) : null,
      isFull: (day) => full.has(`${day.slice(0, 7)}-01`),
    }),
  }
}
