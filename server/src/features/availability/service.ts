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
  type PublicService,
  type PublicTimes,
  type PublicTimesQuery,
  START_STEP_MINUTES,
} from '@studiohub/contract/features/availability/schema.ts'
import {
  createSession,
  dayReasonText,
  getLengths,
  pickStarts,
  usualLength,
} from '@studiohub/contract/features/availability/starts/rules.ts'
import { priceOfQuote, quoteSession } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { monthOf, requireInUse } from '@studiohub/contract/features/bookings/rules.ts'
import { totalText } from '@studiohub/contract/features/prices/rules.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { isLengthOffered, isRoomOf, type OfferedLengths } from '@studiohub/contract/features/resources/rules.ts'
import { SERVICE_MINUTES_MAX } from '@studiohub/contract/features/resources/words.ts'
import { dayStart, plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { type Hours, MINUTES_A_DAY, weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, requireLimits } from '#platform/http/limits.ts'
import { getBooking, listHeld } from '../bookings/queries.ts'
import { getTerms } from '../bookings/terms/queries.ts'
import { getPlanMonths } from '../subscriptions/queries.ts'
import { getPeopleOfService, getPublicOffer, getShownOffer } from './queries.ts'

/** When a session may begin at the asker's studio, room by room, and where it may not, why. */
export function getAvailability(caller: Caller, query: AvailabilityQuery, now: Date): Promise<AvailabilityAnswer> {
  const { studio_id, date, days, room_id, booking_id } = query
  const named = new Set([...(query.room_ids?.split(',') ?? []), ...(room_id ? [room_id] : [])])
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canSeeAvailability(actor, studio_id))
    const moved = booking_id === undefined ? undefined : await getBooking(tx, booking_id)
    const terms =
      (await getTerms(tx, { studio_id, service_type: query.service, booked_service: moved?.service_type })) ??
      fail('NOT_FOUND')
    authorize(terms.is_active, 'STUDIO_INACTIVE')
    const runs_studio = mayOverrideHours(actor, studio_id)
    const service = terms.service && (terms.service.is_client_bookable || runs_studio) ? terms.service : null
    const minutes = lengthOf(query, service, runs_studio)
    const isOffered = (id: string) => runs_studio || !service || isRoomOf(service, id)
    const rooms = terms.resources.filter(
      ({ kind, id }) => kind === 'room' && (named.size === 0 ? isOffered(id) : named.has(id)),
    )
    if (rooms.length < named.size) fail('ROOM_NOT_AVAILABLE')
    // Of several rooms all are needed: the first is answered for, and the others have to be free with it.
    const moreRooms = named.size > 1 ? rooms.slice(1) : []
    // Another room may take the place of its own; its people and equipment come along, but for the person of its service.
    const ofService = [...(service?.person_ids ?? []), ...(terms.booked_person_ids ?? [])]
    const isReplaceable = (id: string) => !runs_studio && ofService.includes(id)
    const needed = moved?.resources.filter(({ kind, id }) => kind !== 'room' && !isReplaceable(id)) ?? []
    requireInUse(needed, terms.resources)
    const also = terms.resources.filter(({ id }) => needed.some((one) => one.id === id))
    const hasPerson = also.some(({ kind }) => kind === 'person') || (runs_studio && moved !== undefined)
    const people = hasPerson ? null : peopleOf(service, terms.resources)
    const holds = await listHeld(tx, {
      resource_ids: [...rooms, ...also, ...(people ?? [])].map(({ id }) => id),
      but: moved?.id,
      // A session of the last day runs days longer, and buffers reach a little further.
      from: dayStart(plusDays(date, -1), terms.timezone),
      to: dayStart(plusDays(date, days + 1 + daysLong(minutes)), terms.timezone),
    })
    const full = await monthsFull(tx, { studio_id, date, days, now }, moved?.booking_date)
    return {
      ...answerTo(
        { date, days, minutes, runs_studio, now, kept_start: moved?.starts_at },
        { ...terms, rooms: named.size > 1 ? rooms.slice(0, 1) : rooms, moreRooms, also, people, holds },
        full,
      ),
      rooms: rooms.map(({ id, name }) => ({ id, name })),
      overridable: runs_studio ? ['OUTSIDE_OPENING_HOURS', 'NO_PERSON_FREE'] : [],
    }
  })
}

/** The people of a service who can be booked; null if it needs nobody. */
const peopleOf = <Person extends { id: string }>(
  service: { person_ids: readonly string[] | null } | null,
  resources: readonly Person[],
) => service?.person_ids && resources.filter(({ id }) => service.person_ids?.includes(id))

/** How many days later a session of this length can end. */
export const daysLong = (minutes: number) => Math.ceil(minutes / MINUTES_A_DAY)

function lengthOf(
  asked: { service?: string | undefined; minutes?: number | undefined },
  service: OfferedLengths | null,
  runs_studio: boolean,
): number {
  if (asked.service !== undefined && !service) {
    fail('SERVICE_NOT_OFFERED', { fields: { service: errors.SERVICE_NOT_OFFERED.message } })
  }
  const usual = service && (runs_studio ? service.default_minutes : usualLength(service))
  const minutes = asked.minutes ?? usual ?? 0
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
  /** Rooms that are needed besides. */
  moreRooms?: Bookable[]
  also?: Bookable[]
  /** People, if one of them is needed; null: nobody is. */
  people?: Bookable[] | null | undefined
  holds: { resource_id: string; held: HeldTime[] }[]
}

/** When sessions may start, room by room, with what is held. */
export function answerTo(asked: StartsRequest, offer: Offer, full: ReadonlySet<string>) {
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
      also: [
        ...askedRooms(offer.moreRooms ?? [], offer.holds, offer.hours),
        ...askedOthers(offer.also ?? [], offer.holds, offer.hours),
      ],
      oneOfPeople: offer.people ? askedOthers(offer.people, offer.holds, offer.hours) : null,
      isFull: (day) => full.has(`${day.slice(0, 7)}-01`),
    }),
  }
}

const lookups: Limit = { name: 'availability.public', count: 120, per_seconds: 60 }

/** A visitor, from which address, and when. */
export type Visit = { caller: Caller; ip: string; now: Date }

/** Counts a question of a visitor. @throws AppError RATE_LIMITED */
export const withinLookups = ({ ip, now }: Visit) => requireLimits([{ limit: lookups, by: networkOf(ip) }], now)

/** What a visitor may know: when any room of an active studio is free; nothing of the rooms, the plan or other people. */
export async function getPublicAvailability(query: PublicAvailabilityQuery, visit: Visit): Promise<PublicAvailability> {
  const { slug, date, days } = query
  // The length of a service is only known with the offer itself.
  const longest = query.minutes ?? SERVICE_MINUTES_MAX
  await withinLookups(visit)
  return asActor(visit.caller, async (tx) => {
    const range = { from: date, to: plusDays(date, days - 1 + daysLong(longest)) }
    const offer = (await getPublicOffer(tx, { slug, ...range, now: visit.now })) ?? fail('NOT_FOUND')
    authorize(offer.takes_bookings, 'PLAN_EXPIRED')
    const service = offer.services.find(({ key }) => key === query.service) ?? null
    const minutes = lengthOf(query, service, false)
    const rooms = offer.rooms.filter(({ id }) => !service || isRoomOf(service, id))
    const asked = { date, days, minutes, runs_studio: false, now: visit.now }
    const answer = answerTo(asked, await withPeople(tx, { ...offer, rooms }, { service, ...range }), new Set())
    return { ...answer, days: answer.days.map(({ rooms, ...day }) => day) }
  })
}

/** An offer with the people of a service who can be booked, if it needs one. */
export async function withPeople<Shown extends Offer & { id: string }>(
  tx: Tx,
  offer: Shown,
  { service, ...range }: { service: Pick<PublicService, 'key' | 'needs_person'> | null; from: string; to: string },
): Promise<Shown> {
  if (!service?.needs_person) return offer
  const { people, holds } = await getPeopleOfService(tx, { studio_id: offer.id, service: service.key, ...range })
  return { ...offer, people, holds: [...offer.holds, ...holds] }
}

/** The free starts of a service with their prices, in words. */
export async function listPublicTimes(query: PublicTimesQuery, visit: Visit): Promise<PublicTimes> {
  await withinLookups(visit)
  return asActor(visit.caller, (tx) => readPublicTimes(tx, query, visit.now))
}

const A_DAY_MS = 86_400_000

/** As `listPublicTimes`, in the caller's transaction and without its limit. */
export async function readPublicTimes(tx: Tx, query: PublicTimesQuery, now: Date): Promise<PublicTimes> {
  const { slug, days } = query
  const longest = query.minutes ?? SERVICE_MINUTES_MAX
  // The studio's today is not known yet: the holds are read from a day before the earliest one on.
  const first = query.date ?? new Date(now.getTime() - A_DAY_MS).toISOString().slice(0, 10)
  const range = { from: first, to: plusDays(first, days + 1 + daysLong(longest)) }
  const offer = (await getPublicOffer(tx, { slug, ...range, now })) ?? fail('NOT_FOUND')
  authorize(offer.takes_bookings, 'PLAN_EXPIRED')
  const service = offer.services.find(({ key }) => key === query.service)
  const minutes = lengthOf(query, service ?? null, false)
  if (!service) fail('SERVICE_NOT_OFFERED')
  const rooms = offer.rooms.filter(({ id }) => isRoomOf(service, id))
  const date = query.date ?? todayIn(offer.timezone, now)
  const asked = { date, days, minutes, runs_studio: false, now }
  const answer = answerTo(asked, await withPeople(tx, { ...offer, rooms }, { service, ...range }), new Set())
  const priceOf = pricesOf(
    service,
    minutes,
    rooms.map(({ id }) => id),
  )
  return {
    service: service.key,
    today: answer.today,
    minutes,
    currency: service.currency,
    lengths: getLengths(service).map((length) => ({ minutes: length, text: lengthText(length) })),
    days: answer.days.map(({ date, free, reason }) => {
      const starts = pickStarts(free, '')
      const quotes = starts.map((start) => priceOf(date, start))
      const isSame = new Set(quotes.map(({ text }) => text)).size === 1
      const shown = quotes.slice(0, isSame ? 1 : undefined)
      return {
        ...dayWords(date),
        reason: reason && dayReasonText(reason, service.person_title),
        starts,
        prices: shown.map(({ text }) => text),
        amounts: shown.map(({ amount }) => amount),
      }
    }),
  }
}

const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}
const [dayNumber, weekdayName] = [dayFormat({ day: 'numeric' }), dayFormat({ weekday: 'short' })]
const dayName = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' })

const dayWords = (date: string) => ({
  ...{ date, day: dayNumber(date), weekday: weekdayName(date), name: dayName(date) },
})

/** What a session of a length costs by its day and start; a price depends on the weekday and the hour alone. */
function pricesOf(service: Omit<PublicService, 'pictures'>, minutes: number, rooms: readonly string[]) {
  const known = new Map<string, { text: string; amount: number | null }>()
  return (booking_date: string, start: string) => {
    const key = `${weekdayOf(booking_date)} ${start}`
    const times = { booking_date, ...createSession(start, minutes) }
    const price =
      known.get(key) ??
      pricesOfQuote(
        quoteSession(
          service,
          { ...times, room_ids: [], people: null, add_ons: [] },
          { currency: service.currency, rooms },
        ),
      )
    known.set(key, price)
    return price
  }
}

const pricesOfQuote = (quote: Quote) => ({ text: totalText(quote), amount: priceOfQuote(quote).price_minor })

/** What a visitor may book at an active studio. */
export async function listPublicServices({ slug }: { slug: string }, visit: Visit) {
  await withinLookups(visit)
  return asActor(visit.caller, async (tx) => {
    const { timezone, ...offer } = (await getShownOffer(tx, { slug, now: visit.now })) ?? fail('NOT_FOUND')
    return { ...offer, next_cursor: null }
  })
}
