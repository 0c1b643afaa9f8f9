import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import {
  dayReasonText,
  getTimesOfLength,
  listOfferedLengths,
  pickStarts,
} from '@studiohub/contract/features/availability/choices/rules.ts'
import type {
  PublicAvailability,
  PublicAvailabilityQuery,
  PublicService,
  PublicTimes,
  PublicTimesQuery,
} from '@studiohub/contract/features/availability/schema.ts'
import { quoteSession, type StudioPrices, toBookingPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { noReductions, type Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { payableText } from '@studiohub/contract/features/prices/rules.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { SERVICE_MINUTES_MAX } from '@studiohub/contract/features/resources/words.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { dateFormat, type Formats } from '@studiohub/contract/shared/formats.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { getWeekday } from '@studiohub/contract/shared/opening-hours.ts'
import { findVisitorDiscount } from '#features/discounts/find-visitor-discount.ts'
import { resolveStudio } from '#features/studios/queries.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { toAppError } from '#platform/http/errors.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import { findFreeRoom } from './find-free-room.ts'
import { getPublicPage } from './public-page/queries.ts'
import { getPeopleOfService, getPublicOffer, getShownOffer } from './queries.ts'
import { countDays, listPossibleStarts, type Offer, resolveLength } from './service.ts'

const lookups: Limit = { name: 'availability.public', count: 120, per_seconds: 60 }

/** A visitor: from which address the request came, and when. */
export type VisitorRequest = { caller: Caller; ip: string; now: Date }

/** Counts a lookup of a visitor. @throws AppError RATE_LIMITED */
export const countLookup = ({ ip, now }: VisitorRequest) => requireLimits([{ limit: lookups, by: getNetwork(ip) }], now)

/** When any room of an active studio is free, for visitors. They do not see rooms, plan or other people. */
export async function getPublicAvailability(
  query: PublicAvailabilityQuery,
  visitor: VisitorRequest,
): Promise<PublicAvailability> {
  const { slug, date, days } = query
  // The default length of a service is not known until the offer is read.
  const longest = query.minutes ?? SERVICE_MINUTES_MAX
  await countLookup(visitor)
  return asActor(visitor.caller, async (tx) => {
    const range = { from: date, to: plusDays(date, days - 1 + countDays(longest)) }
    const offer = (await getPublicOffer(tx, { slug, ...range, now: visitor.now })) ?? fail('NOT_FOUND')
    if (!offer.takes_bookings) fail('PLAN_EXPIRED')
    const service = offer.services.find(({ key }) => key === query.service) ?? null
    const minutes = resolveLength(query, service, false)
    const rooms = offer.rooms.filter(({ id }) => !service || isRoomOf(service, id))
    const request = { date, days, minutes, at_desk: false, now: visitor.now }
    const answer = listPossibleStarts(
      request,
      await withPeople(tx, { ...offer, rooms }, { service, ...range }),
      new Set(),
    )
    return { ...answer, days: answer.days.map(({ rooms, ...day }) => day) }
  })
}

/** An offer with the people of a service, if it needs one. */
export async function withPeople<Shown extends Offer & { id: string }>(
  tx: Tx,
  offer: Shown,
  { service, ...range }: { service: Pick<PublicService, 'key' | 'needs_person'> | null; from: string; to: string },
): Promise<Shown> {
  if (!service?.needs_person) return offer
  const { people, reservations } = await getPeopleOfService(tx, { studio_id: offer.id, service: service.key, ...range })
  return { ...offer, people, reservations: [...offer.reservations, ...reservations] }
}

/** The free starts of a service with their prices, in words. */
export async function listPublicTimes(query: PublicTimesQuery, visitor: VisitorRequest): Promise<PublicTimes> {
  await countLookup(visitor)
  const code = await checkCode(query, visitor)
  const reductions = { ...noReductions, discount: code?.discount ?? null }
  const times = await asActor(visitor.caller, (tx) => readPublicTimes(tx, query, visitor.now, { reductions }))
  return { ...times, code: code && { counts: code.discount !== null, text: code.text } }
}

/** The discount of an entered code, or the text why it is not valid: that is no error, because the times are shown anyway. */
async function checkCode({ slug, service, discount_code }: PublicTimesQuery, visitor: VisitorRequest) {
  if (!discount_code?.trim()) return null
  const studio = await asActor(visitor.caller, (tx) => resolveStudio(tx, { slug: slug.toLowerCase() }))
  if (!studio) fail('NOT_FOUND')
  try {
    const code = { studio_id: studio.id, service_type: service, discount_code }
    const { problem, ...discount } = await findVisitorDiscount(code, visitor)
    return { discount, text: `Prices include code ${discount.code}.` }
  } catch (error) {
    const appError = toAppError(error)
    if (!appError || !codeErrors.has(appError.code)) throw error
    return { discount: null, text: appError.message }
  }
}

const codeErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['DISCOUNT_NOT_VALID', 'RATE_LIMITED'])

type TimesOptions = {
  reductions?: Reductions
  /** The studio's rooms with their names, if the caller has read them. */
  namedRooms?: readonly { id: string; name: string }[]
}

/** Like `listPublicTimes`, but in the caller's transaction and without its limit. */
export async function readPublicTimes(
  tx: Tx,
  query: PublicTimesQuery,
  now: Date,
  { reductions = noReductions, namedRooms }: TimesOptions = {},
): Promise<PublicTimes> {
  const { slug, days } = query
  const longest = query.minutes ?? SERVICE_MINUTES_MAX
  // The studio's time zone is not known yet. Its current date is at the earliest the day before the date in UTC.
  const first = query.date ?? new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
  const range = { from: first, to: plusDays(first, days + 1 + countDays(longest)) }
  const offer = (await getPublicOffer(tx, { slug, ...range, now })) ?? fail('NOT_FOUND')
  if (!offer.takes_bookings) fail('PLAN_EXPIRED')
  const service = offer.services.find(({ key }) => key === query.service)
  const minutes = resolveLength(query, service ?? null, false)
  if (!service) fail('SERVICE_NOT_OFFERED')
  const rooms = offer.rooms.filter(({ id }) => isRoomOf(service, id))
  const date = query.date ?? todayIn(offer.timezone, now)
  const request = { date, days, minutes, at_desk: false, now }
  const answer = listPossibleStarts(
    request,
    await withPeople(tx, { ...offer, rooms }, { service, ...range }),
    new Set(),
  )
  const formats = getFormats(offer.country)
  const selling = { currency: service.currency, rooms: rooms.map(({ id }) => id) }
  const priceOf = createPriceLookup(service, minutes, formats, { ...selling, reductions })
  // A booking gets the room that is cheapest without its discount. Without a discount, one lookup computes each price once.
  const fullPriceOf = reductions.discount
    ? createPriceLookup(service, minutes, formats, { ...selling, reductions: noReductions })
    : priceOf
  const named = namedRooms ?? (await getPublicPage(tx, offer.id))?.rooms ?? []
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return {
    service: service.key,
    today: answer.today,
    minutes,
    currency: service.currency,
    hour12: formats.hour12,
    lengths: listOfferedLengths(service).map((length) => ({ minutes: length, text: lengthText(length) })),
    days: answer.days.map(({ date, free, reason, rooms: roomStarts }) => {
      const starts = pickStarts(free, '')
      const quotes = starts.map((start) => {
        const room = findFreeRoom(
          rooms,
          { starts: roomStarts, time: start },
          ({ id }) => fullPriceOf(date, start, id).amount,
        )
        return { ...priceOf(date, start, room?.id), room: names.get(room?.id ?? '') ?? '' }
      })
      const isSame = new Set(quotes.map(({ text }) => text)).size === 1
      const distinct = quotes.slice(0, isSame ? 1 : undefined)
      const roomNames = quotes.map(({ room }) => room)
      return {
        ...dayWords(date, formats),
        reason: reason && dayReasonText(reason, service.person_title),
        starts,
        prices: distinct.map(({ text }) => text),
        amounts: distinct.map(({ amount }) => amount),
        rooms: new Set(roomNames).size === 1 ? roomNames.slice(0, 1) : roomNames,
      }
    }),
    code: null,
  }
}

const [dayNumber, weekdayName] = [dateFormat({ day: 'numeric' }), dateFormat({ weekday: 'short' })]
const [longWeekday, dayAndMonth] = [dateFormat({ weekday: 'long' }), dateFormat({ month: 'long', day: 'numeric' })]

const dayWords = (date: string, formats: Formats) => ({
  date,
  day: dayNumber(date),
  weekday: weekdayName(date),
  // The text after the comma is the date without its weekday.
  name: `${longWeekday(date)}, ${dayAndMonth(date, formats)}`,
})

/**
 * The price of a session of this length, by day, start and room. Prices depend only on the weekday, the time and the room, so
 * each is computed once.
 */
function createPriceLookup(
  service: Omit<PublicService, 'pictures'>,
  minutes: number,
  formats: Formats,
  studio: StudioPrices,
) {
  const prices = new Map<string, { text: string; amount: number | null }>()
  return (booking_date: string, start: string, room_id?: string) => {
    // Without prices of their own, all rooms cost the same.
    const room_ids = room_id !== undefined && service.pricing.rooms.length > 0 ? [room_id] : []
    const key = [getWeekday(booking_date), start, ...room_ids].join(' ')
    const times = { booking_date, ...getTimesOfLength(start, minutes) }
    const price =
      prices.get(key) ??
      pricesOfQuote(quoteSession(service, { ...times, room_ids, people: null, add_ons: [] }, studio), formats)
    prices.set(key, price)
    return price
  }
}

const pricesOfQuote = (quote: Quote, formats: Formats) => ({
  text: payableText(quote, formats),
  amount: toBookingPrice(quote).price_minor,
})

/** The services that a visitor may book at an active studio. */
export async function listPublicServices({ slug }: { slug: string }, visitor: VisitorRequest) {
  await countLookup(visitor)
  return asActor(visitor.caller, async (tx) => {
    const { timezone, ...offer } = (await getShownOffer(tx, { slug, now: visitor.now })) ?? fail('NOT_FOUND')
    return { ...offer, next_cursor: null }
  })
}
