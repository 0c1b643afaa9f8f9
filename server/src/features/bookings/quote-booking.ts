import { type Actor, worksAtDesk } from '@studiohub/contract/actor.ts'
import { errors, fail } from '@studiohub/contract/errors.ts'
import type { BookingChange, NewBooking } from '@studiohub/contract/features/bookings/input/schema.ts'
import { canSetPrice } from '@studiohub/contract/features/bookings/policy.ts'
import {
  type BookingPrice,
  noPrice,
  type PricedSession,
  quoteSession,
  repriceSession,
  type StudioPrices,
  toBookingPrice,
  toPricedSession,
} from '@studiohub/contract/features/bookings/quotes/rules.ts'
import type { QuoteRequest } from '@studiohub/contract/features/bookings/quotes/schema.ts'
import { computeInstants, resolveDays, type SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { buildOverrideLine, findUnknownAddOn } from '@studiohub/contract/features/prices/rules.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { TOTAL_MINOR_MAX } from '@studiohub/contract/features/prices/words.ts'
import { isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { authorize } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import type { ResourceChoice } from './context/choice-service.ts'
import { type Bookable, type BookingContext, getPricedOffer, type OfferedService } from './context/queries.ts'
import { checkDiscount, getContextFor, limitCodeAttempts, toReductions } from './reductions/service.ts'

type PriceRequest = SessionTimes &
  Pick<NewBooking, 'booking_type' | 'people' | 'add_ons' | 'price_minor' | 'price_reason' | 'seen_price'> & {
    studio_id: string
  }

const quoteLimit: Limit = { name: 'quotes', count: 240, per_seconds: 60 }

/** The price of a session by the studio's prices. Visitors get only prices of public services. */
export async function quoteBooking(caller: Caller, input: QuoteRequest, { ip, now }: RequestOrigin): Promise<Quote> {
  await requireLimits([{ limit: quoteLimit, by: getNetwork(ip) }], now)
  await limitCodeAttempts(caller, input, now)
  return asActor(caller, async (tx, actor) => {
    const { studio_id, service_type, room_id, resource_ids = [] } = input
    const isOfStudio = actor.studio_id === studio_id || worksAtDesk(actor, studio_id)
    const context = isOfStudio ? await getContextFor(tx, actor, input) : undefined
    if (context) checkDiscount(context)
    const offer = context ? offerIn(context) : await getPricedOffer(tx, studio_id, service_type)
    if (!offer) fail('NOT_FOUND')
    const { service, studio } = offer
    const isDesk = worksAtDesk(actor, studio_id)
    if (!service || !(service.is_client_bookable || isDesk))
      fail('SERVICE_NOT_OFFERED', { fields: { service_type: errors.SERVICE_NOT_OFFERED.message } })
    const requestedIds = [...new Set([...(room_id ? [room_id] : []), ...resource_ids])]
    // People and equipment that the studio assigns have no price.
    const rooms = isDesk ? requestedIds.filter((id) => id === room_id || studio.rooms.includes(id)) : requestedIds
    if (!rooms.every((id) => studio.rooms.includes(id) && isRoomOf(service, id))) fail('ROOM_NOT_AVAILABLE')
    if (!isDesk && rooms.length > (service.rooms_max ?? 1)) fail('ROOM_NOT_AVAILABLE')
    const session = { ...input, ...resolveDays(input) }
    // Only checks the times. UTC is enough for a price; whether they exist in the studio's time zone is checked when booking.
    computeInstants(session, 'UTC')
    checkExtras(session, service)
    return requireQuoteInBounds(quoteSession(service, toQuoteSession(session, rooms), studio))
  })
}

const offerIn = (context: BookingContext) => ({ service: context.service, studio: toStudioPrices(context) })

function toStudioPrices(context: BookingContext): StudioPrices {
  const { currency, resources, taxes, tax } = context
  const rooms = resources.filter(({ kind }) => kind === 'room')
  const room_names = Object.fromEntries(rooms.map(({ id, name }) => [id, name]))
  const reverse_charge = tax?.reverse_charge ?? false
  const reductions = toReductions(context)
  return { currency, rooms: rooms.map(({ id }) => id), room_names, taxes, reverse_charge, reductions }
}

const toQuoteSession = (
  session: SessionTimes & { people?: number | null | undefined; add_ons?: PricedSession['add_ons'] | undefined },
  room_ids: readonly string[],
): PricedSession => ({ ...session, room_ids, people: session.people ?? null, add_ons: session.add_ons ?? [] })

const roomIds = (resources: readonly { id: string; kind: string }[]) =>
  resources.filter(({ kind }) => kind === 'room').map(({ id }) => id)

/** Sorts the rooms of a choice by price, so that a client gets the price that was shown. */
export function sortRoomsByPrice(
  choice: ResourceChoice,
  session: PriceRequest,
  context: BookingContext,
): ResourceChoice {
  const { service } = context
  if (!service || service.pricing.rooms.length === 0 || choice.roomOptions.length < 2) return choice
  const priceIn = ({ id }: Bookable) =>
    quoteSession(service, toQuoteSession(session, [id]), toStudioPrices(context)).total_minor ??
    Number.POSITIVE_INFINITY
  const priced = choice.roomOptions.map((room) => ({ room, price: priceIn(room) }))
  return { ...choice, roomOptions: priced.sort((a, b) => a.price - b.price).map(({ room }) => room) }
}

/** Fails for add-ons and numbers of people that the service does not offer, and for prices that the actor may not set. */
export function checkPrice(actor: Actor, request: PriceRequest, { service }: BookingContext) {
  const { studio_id, booking_type, price_minor, price_reason, people, add_ons } = request
  if (price_minor !== undefined || price_reason) {
    authorize(canSetPrice(actor, studio_id) && booking_type === 'client_booking', 'FIELD_NOT_ALLOWED')
  }
  if (booking_type === 'blocked_time' && (people || add_ons?.length)) fail('FIELD_NOT_ALLOWED')
  else if (service) checkOffered({ people, add_ons }, service)
}

function checkOffered(extras: Pick<PriceRequest, 'people' | 'add_ons'>, service: OfferedService) {
  if (service.pricing.unit === 'person' && !extras.people) {
    fail('VALIDATION_FAILED', { fields: { people: 'Please enter how many people' } })
  }
  checkExtras(extras, service)
}

function checkExtras({ people, add_ons = [] }: Pick<PriceRequest, 'people' | 'add_ons'>, service: OfferedService) {
  const { capacity, pricing } = service
  if (capacity !== null && (people ?? 1) > capacity) {
    fail('VALIDATION_FAILED', { fields: { people: `This service is for at most ${capacity} people.` } })
  }
  const invalidAddOn = findUnknownAddOn(pricing.add_ons, add_ons)
  if (invalidAddOn) {
    const index = add_ons.indexOf(invalidAddOn)
    fail('VALIDATION_FAILED', { fields: { [`add_ons.${index}`]: 'This quantity is not available.' } })
  }
}

/** The price of a new booking in its rooms: the price that an admin entered, or else the listed price. */
export function computePrice(
  request: PriceRequest,
  context: BookingContext,
  resources: readonly Bookable[],
): BookingPrice {
  const { booking_type, price_minor, price_reason } = request
  const { service } = context
  if (booking_type === 'blocked_time' || !service) return noPrice
  if (price_minor !== undefined) return manualPrice(price_minor, price_reason, service.currency ?? context.currency)
  return toBookingPrice(
    requireQuoteInBounds(quoteSession(service, toQuoteSession(request, roomIds(resources)), toStudioPrices(context))),
  )
}

function manualPrice(price_minor: number | null, reason: string | null | undefined, currency: string): BookingPrice {
  if (!reason) fail('VALIDATION_FAILED', { fields: { price_reason: 'Please enter why the price differs' } })
  const line = buildOverrideLine(reason, price_minor ?? 0)
  if (price_minor === null) {
    return { ...noPrice, price_lines: [{ ...line, unit_price_minor: null, amount_minor: null }] }
  }
  return { price_minor, currency, price_lines: [line] }
}

function requireQuoteInBounds(quote: Quote): Quote {
  checkPriceInBounds(quote.total_minor)
  return quote
}

function checkPriceInBounds(price_minor: number | null) {
  if ((price_minor ?? 0) <= TOTAL_MINOR_MAX) return
  fail('VALIDATION_FAILED', { message: 'This price is too high to book online. Please contact the studio.' })
}

/** Fails if the price differs from the price that the form showed. */
export function checkCurrentPrice({ seen_price }: Pick<PriceRequest, 'seen_price'>, price: BookingPrice) {
  const { price_minor, currency } = price
  if (!seen_price || (seen_price.price_minor === price_minor && seen_price.currency === currency)) return
  const text = priceText(price_minor, currency)
  const sentence =
    text === '' ? 'This service no longer has a listed price.' : `The price of this service is now ${text}.`
  fail('PRICE_CHANGED', { message: `${sentence} Check it, then book again.`, details: { price_minor, currency } })
}

type PriceChange = Pick<
  BookingChange,
  'people' | 'add_ons' | 'price_minor' | 'price_reason' | 'seen_price' | 'service_type'
>
type Repricing = {
  change: PriceChange
  /** The session after the change, in its new rooms. */
  next: SessionTimes & { service_type: string; resources: readonly { id: string; kind: string }[] }
  context: BookingContext
}

/**
 * The price of a changed booking. Only the studio can change people and add-ons, or set a price by hand.
 * @see repriceSession for when the agreed price stays
 */
export function repriceBooking(
  actor: Actor,
  before: Booking,
  { change, next, context }: Repricing,
): BookingPrice & Pick<Booking, 'people'> {
  const { studio_id, booking_type } = before
  const people = change.people === undefined ? before.people : change.people
  const isPriced = [change.price_minor, change.people, change.add_ons, change.price_reason].some(
    (field) => field !== undefined,
  )
  if (isPriced) {
    authorize(canSetPrice(actor, studio_id) && booking_type === 'client_booking', 'FIELD_NOT_ALLOWED')
  }
  if (booking_type === 'blocked_time') return { ...noPrice, people: null }
  const currency = before.currency ?? context.service?.currency ?? context.currency
  if (change.price_minor !== undefined) {
    return { ...manualPrice(change.price_minor, change.price_reason, currency), people }
  }
  const sold = { ...before, room_ids: roomIds(before.resources) }
  const agreedPrice = {
    price_minor: before.price_minor,
    currency: before.currency,
    price_lines: before.price_lines,
    people,
  }
  // If the service is no longer listed, the session keeps its agreed price.
  if (!context.service) return agreedPrice
  const isSameService = before.service_type === next.service_type
  if (!isSameService) checkOffered({ people, add_ons: change.add_ons }, context.service)
  else if (change.add_ons || change.people) checkExtras({ people, add_ons: change.add_ons }, context.service)
  const add_ons = change.add_ons ?? (isSameService ? toPricedSession(sold).add_ons : [])
  const price = repriceSession(
    sold,
    { ...next, room_ids: roomIds(next.resources), people, add_ons },
    { before: isSameService ? context.service : null, after: context.service, studio: toStudioPrices(context) },
  )
  checkPriceInBounds(price.price_minor)
  checkCurrentPrice(change, price)
  return { ...price, people }
}
