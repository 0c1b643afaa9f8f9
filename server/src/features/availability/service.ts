import { errors, fail } from '@studiohub/contract/errors.ts'
import { canSeeAvailability, mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  askedOthers,
  askedRooms,
  availability,
  type Bookable,
  type HeldTime,
  startTerms,
} from '@studiohub/contract/features/availability/rules.ts'
import {
  type AvailabilityAnswer,
  type AvailabilityQuery,
  type PublicAvailability,
  type PublicAvailabilityQuery,
  START_STEP_MINUTES,
} from '@studiohub/contract/features/availability/schema.ts'
import { monthOf, requireInUse } from '@studiohub/contract/features/bookings/rules.ts'
import { isLengthOffered, isRoomOf, type OfferedLengths } from '@studiohub/contract/features/resources/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import type { Hours } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, requireLimits } from '#platform/http/limits.ts'
import { getBooking, listHeld } from '../bookings/queries.ts'
import { getTerms } from '../bookings/terms/queries.ts'
import { getPlanMonths } from '../subscriptions/queries.ts'
import { getPublicOffer } from './queries.ts'

/** When a session may begin at the asker's studio, room by room, and where it may not, why. */
export function getAvailability(caller: Caller, query: AvailabilityQuery, now: Date): Promise<AvailabilityAnswer> {
  const { studio_id, date, days, room_id, booking_id } = query
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canSeeAvailability(actor, studio_id))
    const terms = (await getTerms(tx, { studio_id, service_type: query.service })) ?? fail('NOT_FOUND')
    authorize(terms.is_active, 'STUDIO_INACTIVE')
    const runs_studio = mayOverrideHours(actor, studio_id)
    const service = terms.service && (terms.service.is_client_bookable || runs_studio) ? terms.service : null
    const minutes = lengthOf(query, service, runs_studio)
    const isOffered = (id: string) => runs_studio || !service || isRoomOf(service, id)
    const rooms = terms.resources.filter(
      ({ kind, id }) => kind === 'room' && (room_id === undefined ? isOffered(id) : id === room_id),
    )
    if (room_id !== undefined && rooms.length === 0) fail('ROOM_NOT_AVAILABLE')
    const moved = booking_id === undefined ? undefined : await getBooking(tx, booking_id)
    // Another room may take the place of its own; its people and equipment come along.
    const needed = moved?.resources.filter(({ kind }) => kind !== 'room') ?? []
    requireInUse(needed, terms.resources)
    const also = terms.resources.filter(({ id }) => needed.some((one) => one.id === id))
    const holds = await listHeld(tx, {
      resource_ids: [...rooms, ...also].map(({ id }) => id),
      but: moved?.id,
      // A session of the last day may run a day longer, and buffers reach a little further.
      from: dayStart(plusDays(date, -1), terms.timezone),
      to: dayStart(plusDays(date, days + 2), terms.timezone),
    })
    const full = await monthsFull(tx, { studio_id, date, days, now }, moved?.booking_date)
    return {
      ...answerTo(
        { date, days, minutes, runs_studio, now, kept_start: moved?.starts_at },
        { ...terms, rooms, also, holds },
        full,
      ),
      rooms: rooms.map(({ id, name }) => ({ id, name })),
      overridable: runs_studio ? ['OUTSIDE_OPENING_HOURS'] : [],
    }
  })
}

function lengthOf(
  asked: { service?: string | undefined; minutes?: number | undefined },
  service: OfferedLengths | null,
  runs_studio: boolean,
): number {
  if (asked.service !== undefined && !service) {
    fail('SERVICE_NOT_OFFERED', { fields: { service: errors.SERVICE_NOT_OFFERED.message } })
  }
  const minutes = asked.minutes ?? service?.default_minutes ?? 0
  if (service && !runs_studio && !isLengthOffered(minutes, service)) {
    fail('LENGTH_NOT_OFFERED', { fields: { minutes: errors.LENGTH_NOT_OFFERED.message } })
  }
  return minutes
}

/**
 * The months asked for in which the plan has nothing left; what moves within a month needs none of it. A plan that has
 * ended takes nothing new, and the asker is told that instead.
 */
async function monthsFull(
  tx: Tx,
  asked: { studio_id: string; date: string; days: number; now: Date },
  moved: string | undefined,
): Promise<Set<string>> {
  const { studio_id, date, days, now } = asked
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
type Offer = {
  timezone: string
  min_notice_minutes: number
  booking_horizon_days: number
  hours: Hours
  rooms: Bookable[]
  also?: Bookable[]
  holds: { resource_id: string; held: HeldTime[] }[]
}

function answerTo(asked: StartsRequest, offer: Offer, full: ReadonlySet<string>) {
  const { date, days, minutes, runs_studio, now, kept_start } = asked
  const terms = startTerms({
    zone: offer.timezone,
    now,
    runs_studio,
    kept_start,
    notice_minutes: offer.min_notice_minutes,
    horizon_days: offer.booking_horizon_days,
  })
  return {
    timezone: offer.timezone,
    today: terms.today,
    minutes,
    step_minutes: START_STEP_MINUTES,
    days: availability({
      zone: offer.timezone,
      date,
      days,
      minutes,
      terms,
      rooms: askedRooms(offer.rooms, offer.holds, offer.hours),
      also: askedOthers(offer.also ?? [], offer.holds, offer.hours),
      isFull: (day) => full.has(`${day.slice(0, 7)}-01`),
    }),
  }
}

const lookups: Limit = { name: 'availability.public', count: 120, per_seconds: 60 }

/** A visitor, from which address, and when. */
type Visit = { caller: Caller; ip: string; now: Date }

const withinLookups = ({ ip, now }: Visit) => requireLimits([{ limit: lookups, by: networkOf(ip) }], now)

/** What a visitor may know: when any room of an active studio is free; nothing of the rooms, the plan or other people. */
export async function getPublicAvailability(query: PublicAvailabilityQuery, visit: Visit): Promise<PublicAvailability> {
  const { slug, date, days } = query
  await withinLookups(visit)
  return asActor(visit.caller, async (tx) => {
    const offer =
      (await getPublicOffer(tx, { slug, from: date, to: plusDays(date, days - 1), now: visit.now })) ??
      fail('NOT_FOUND')
    authorize(offer.takes_bookings, 'PLAN_EXPIRED')
    const service = offer.services.find(({ key }) => key === query.service) ?? null
    const minutes = lengthOf(query, service, false)
    const rooms = offer.rooms.filter(({ id }) => !service || isRoomOf(service, id))
    const asked = { date, days, minutes, runs_studio: false, now: visit.now }
    const answer = answerTo(asked, { ...offer, rooms }, new Set())
    return { ...answer, days: answer.days.map(({ rooms, ...day }) => day) }
  })
}

/** What a visitor may book at an active studio. */
export async function listPublicServices({ slug }: { slug: string }, visit: Visit) {
  await withinLookups(visit)
  return asActor(visit.caller, async (tx) => {
    const offer =
      (await getPublicOffer(tx, { slug, from: '1970-01-03', to: '1970-01-03', now: visit.now })) ?? fail('NOT_FOUND')
    const { services, takes_bookings, contact_email, contact_phone } = offer
    return { items: services, next_cursor: null, takes_bookings, contact_email, contact_phone }
  })
}
