import { minutesLong } from '../../../shared/length.ts'
import { addOnsOf, isOverridden, type QuoteInput, quote, totalOf } from '../../prices/rules.ts'
import type { ChosenAddOn, Pricing, Quote } from '../../prices/schema.ts'
import { isRoomOf } from '../../resources/rules.ts'
import type { SessionTimes } from '../rules.ts'
import type { Booking } from '../schema.ts'

/** A service as its studio sells it. */
export type ServiceForSale = {
  label: string
  price_minor: number | null
  /** Null: the studio's own. */
  currency: string | null
  room_ids: readonly string[] | null
  pricing: Pricing
}

/** A session as far as its price depends on it. Without a room it takes any one of those that the service takes place in. */
export type PricedSession = SessionTimes & {
  room_ids: readonly string[]
  people: number | null
  add_ons: readonly ChosenAddOn[]
}

/** What a studio has besides the service: its currency, and the ids of its rooms that can be booked. */
export type SellingStudio = { currency: string; rooms: readonly string[] }

/** What a session costs by the studio's list. */
export function quoteSession(service: ServiceForSale, session: PricedSession, studio: SellingStudio): Quote {
  const any_room = session.room_ids.length === 0
  const input: QuoteInput = {
    service,
    currency: service.currency ?? studio.currency,
    booking_date: session.booking_date,
    start_time: session.start_time,
    minutes: minutesLong(session),
    room_ids: any_room ? studio.rooms.filter((id) => isRoomOf(service, id)) : session.room_ids,
    any_room,
    people: session.people ?? 1,
    add_ons: session.add_ons,
  }
  return quote(input)
}

/** The price of a booking, as it is kept. */
export type BookingPrice = Pick<Booking, 'price_minor' | 'currency' | 'price_lines'>

export const noPrice: BookingPrice = { price_minor: null, currency: null, price_lines: [] }

/** A quote as a booking keeps it. */
export const priceOfQuote = ({ lines, currency, total_minor }: Quote): BookingPrice => ({
  price_minor: total_minor,
  currency: total_minor === null ? null : currency,
  price_lines: lines,
})

/** A booking with what its price depends on. */
export type SoldSession = SessionTimes &
  BookingPrice &
  Pick<Booking, 'service_type' | 'people'> & { room_ids: readonly string[] }

/** The session that a booking was sold for, as it is quoted. */
export const soldSession = ({ price_lines, people, ...sold }: SoldSession): PricedSession => ({
  ...sold,
  people,
  add_ons: extrasOf({ ...sold, price_lines, people }),
})

const isSameQuote = (one: Quote, other: Quote) =>
  one.currency === other.currency && JSON.stringify(one.lines) === JSON.stringify(other.lines)

const isSameChoice = (one: readonly ChosenAddOn[], other: readonly ChosenAddOn[]) =>
  one.length === other.length &&
  one.every(({ key, quantity }) => other.some((choice) => choice.key === key && choice.quantity === quantity))

/**
 * What a changed session costs. It keeps the price it was sold for where the studio set that price by hand, and where it
 * is not longer and both the session as it was and as it will be have the same lines today. Otherwise today's list counts;
 * add-ons that the studio no longer offers stay as sold.
 * @param services the service as it was (null: no longer on the list) and as it will be
 */
export function requote(
  sold: SoldSession,
  next: PricedSession & { service_type: string },
  { before, after, studio }: { before: ServiceForSale | null; after: ServiceForSale; studio: SellingStudio },
): BookingPrice {
  const kept: BookingPrice = { price_minor: sold.price_minor, currency: sold.currency, price_lines: sold.price_lines }
  const isSameService = sold.service_type === next.service_type
  if (isSameService && isOverridden(sold.price_lines)) return kept
  const today = quoteSession(after, next, studio)
  const session = soldSession(sold)
  // Two lengths may have the same lines today and not when the session was sold, such as after a change to a day's price.
  const isLonger = minutesLong(next) > minutesLong(sold)
  if (isSameService && before && !isLonger && isSameChoice(session.add_ons, next.add_ons)) {
    const was = quoteSession(before, session, studio)
    if (isSameQuote(was, today)) return kept
  }
  const offered = new Set(after.pricing.add_ons.map(({ key }) => key))
  const wanted = new Set(next.add_ons.map(({ key }) => key))
  const stays = sold.price_lines.filter(
    ({ kind, key }) => kind === 'add_on' && key !== null && isSameService && wanted.has(key) && !offered.has(key),
  )
  const lines = [...today.lines, ...stays]
  return priceOfQuote({ ...today, lines, total_minor: totalOf(lines) })
}

/** Whether two states of a session have the same people and add-ons. */
export const hasSameExtras = (one: SessionTimes & Extras, other: SessionTimes & Extras) =>
  one.people === other.people && isSameChoice(extrasOf(one), extrasOf(other))

type Extras = Pick<Booking, 'people' | 'price_lines'>

const extrasOf = (session: SessionTimes & Extras) =>
  addOnsOf(session.price_lines, { minutes: minutesLong(session), people: session.people ?? 1 })
