import { sessionMinutes } from '#shared/length.ts'
import { depositDue, splitDeposit } from '../../prices/deposits/rules.ts'
import type { ServiceDeposit } from '../../prices/deposits/schema.ts'
import { getReductionsOfBooking, reduceQuote, withOwnRate } from '../../prices/reductions/rules.ts'
import { noReductions, type Reductions } from '../../prices/reductions/schema.ts'
import {
  isEachRoomCharged,
  isOverridden,
  listAddOns,
  type QuoteInput,
  quote,
  sumPriceLines,
} from '../../prices/rules.ts'
import type { ChosenAddOn, Pricing, Quote } from '../../prices/schema.ts'
import { isRoomOf } from '../../resources/rules.ts'
import { taxOfService } from '../../studios/taxes/rules.ts'
import { type BookingTax, noTaxes, type StudioTaxes } from '../../studios/taxes/schema.ts'
import type { SessionTimes } from '../rules.ts'
import type { Booking } from '../schema.ts'

/** A service with all data that its price depends on. */
export type ServiceForSale = {
  label: string
  price_minor: number | null
  /** Null: the studio's currency. */
  currency: string | null
  room_ids: readonly string[] | null
  /** How many rooms clients may book at once. Without it: one room. */
  rooms_max?: number
  pricing: Pricing
  /** The key of its tax rate; null: the studio's first. */
  tax_key?: string | null
  deposit?: ServiceDeposit | null
  /** The tax of the session, if the studio's rates are not loaded, as on public pages. */
  tax?: BookingTax | null
}

/** The parts of a session that its price depends on. Without a room it takes place in any room of the service. */
export type PricedSession = SessionTimes & {
  room_ids: readonly string[]
  people: number | null
  add_ons: readonly ChosenAddOn[]
}

/** The data of a studio that its prices depend on: the currency, the ids of the bookable rooms, and more if it is loaded. */
export type StudioPrices = {
  currency: string
  rooms: readonly string[]
  room_names?: Record<string, string>
  taxes?: StudioTaxes
  /** Whether the client pays the tax to their own tax office. */
  reverse_charge?: boolean
  /** The client's reductions for this service. */
  reductions?: Reductions
}

/** The price of a session by the studio's current prices, with the client's reductions. */
export function quoteSession(listed: ServiceForSale, session: PricedSession, studio: StudioPrices): Quote {
  const { taxes = noTaxes, reverse_charge, reductions = noReductions } = studio
  const service = withOwnRate(listed, reductions)
  const any_room = session.room_ids.length === 0
  const input: QuoteInput = {
    service,
    currency: service.currency ?? studio.currency,
    booking_date: session.booking_date,
    start_time: session.start_time,
    minutes: sessionMinutes(session),
    room_ids: any_room ? studio.rooms.filter((id) => isRoomOf(service, id)) : session.room_ids,
    any_room,
    each_room: (service.rooms_max ?? 1) > 1,
    room_names: studio.room_names,
    people: session.people ?? 1,
    add_ons: session.add_ons,
  }
  const rooms = isEachRoomCharged(input) ? input.room_ids.length : 1
  const needed = { booking_date: session.booking_date, needed_minutes: input.minutes * rooms }
  const priced = reduceQuote(quote(input), reductions, needed)
  const tax = service.tax ?? taxOfService(taxes, service.tax_key ?? null, reverse_charge)
  const price = { price_minor: priced.total_minor, currency: priced.currency, tax }
  const deposit_minor = depositDue(service.deposit ?? null, price)
  const { credit_minor } = reductions
  if (deposit_minor === null || credit_minor <= 0) return { ...priced, tax, deposit_minor }
  const { used_minor } = splitDeposit(deposit_minor, { credit_minor, currency: priced.currency })
  return { ...priced, tax, deposit_minor, credit_minor: used_minor }
}

/** The price of a booking as stored. */
export type BookingPrice = Pick<Booking, 'price_minor' | 'currency' | 'price_lines'>

export const noPrice: BookingPrice = { price_minor: null, currency: null, price_lines: [] }

/** A quote in the form of a booking's price. */
export const toBookingPrice = ({ lines, currency, total_minor }: Quote): BookingPrice => ({
  price_minor: total_minor,
  currency: total_minor === null ? null : currency,
  price_lines: lines,
})

/** A booking with all data that its price depends on. */
export type PricedBooking = SessionTimes &
  BookingPrice &
  Pick<Booking, 'service_type' | 'people'> & { room_ids: readonly string[] }

/** The parts of a booked session that a quote needs. */
export const toPricedSession = ({ price_lines, people, ...sold }: PricedBooking): PricedSession => ({
  ...sold,
  people,
  add_ons: extrasOf({ ...sold, price_lines, people }),
})

const isSameQuote = (a: Quote, b: Quote) =>
  a.currency === b.currency && JSON.stringify(a.lines) === JSON.stringify(b.lines)

const isSameChoice = (a: readonly ChosenAddOn[], b: readonly ChosenAddOn[]) =>
  a.length === b.length &&
  a.every(({ key, quantity }) => b.some((choice) => choice.key === key && choice.quantity === quantity))

/**
 * The price of a changed session. The price stays if the studio set it by hand. It also stays if the session is not longer
 * and its quote at current prices is the same before and after the change. Otherwise the current prices apply. Add-ons that
 * are no longer offered keep their price.
 * @param before the service before the change; null if it is no longer offered
 * @param after the service after the change
 */
export function repriceSession(
  sold: PricedBooking,
  next: PricedSession & { service_type: string },
  { before, after, studio }: { before: ServiceForSale | null; after: ServiceForSale; studio: StudioPrices },
): BookingPrice {
  const agreedPrice: BookingPrice = {
    price_minor: sold.price_minor,
    currency: sold.currency,
    price_lines: sold.price_lines,
  }
  const isSameService = sold.service_type === next.service_type
  if (isSameService && isOverridden(sold.price_lines)) return agreedPrice
  const { reductions = noReductions } = studio
  const prices = {
    ...studio,
    reductions: getReductionsOfBooking(sold.price_lines, reductions, { currency: sold.currency, isSameService }),
  }
  const quoteAfter = quoteSession(after, next, prices)
  const session = toPricedSession(sold)
  // Two lengths may cost the same today but not at the time of booking, for example if the studio now sells whole days.
  const isLonger = sessionMinutes(next) > sessionMinutes(sold)
  if (isSameService && before && !isLonger && isSameChoice(session.add_ons, next.add_ons)) {
    const quoteBefore = quoteSession(before, session, prices)
    if (isSameQuote(quoteBefore, quoteAfter)) return agreedPrice
  }
  const offeredKeys = new Set(after.pricing.add_ons.map(({ key }) => key))
  const chosenKeys = new Set(next.add_ons.map(({ key }) => key))
  const formerAddOns = sold.price_lines.filter(
    ({ kind, key }) =>
      kind === 'add_on' && key !== null && isSameService && chosenKeys.has(key) && !offeredKeys.has(key),
  )
  const lines = [...quoteAfter.lines, ...formerAddOns]
  return toBookingPrice({ ...quoteAfter, lines, total_minor: sumPriceLines(lines) })
}

/** Whether two versions of a session have the same people and add-ons. */
export const hasSameExtras = (a: SessionTimes & Extras, b: SessionTimes & Extras) =>
  a.people === b.people && isSameChoice(extrasOf(a), extrasOf(b))

type Extras = Pick<Booking, 'people' | 'price_lines'>

const extrasOf = (session: SessionTimes & Extras) =>
  listAddOns(session.price_lines, { minutes: sessionMinutes(session), people: session.people ?? 1 })
