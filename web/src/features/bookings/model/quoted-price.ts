import { ORPCError } from '@orpc/client'
import type { NewBooking } from '@studiohub/contract/features/bookings/input/schema.ts'
import {
  type BookingPrice,
  type PricedSession,
  quoteSession,
  repriceSession,
  toBookingPrice,
  toPricedSession,
} from '@studiohub/contract/features/bookings/quotes/rules.ts'
import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { hasCode } from '#lib/server/describe-error.ts'

/** The parts of a `BookingContext` that decide a price. */
type PriceContext = {
  studio: Pick<Studio, 'currency' | 'taxes'>
  services: readonly StudioService[]
  rooms: readonly Pick<Resource, 'id' | 'name'>[]
  reverse_charge: boolean
  reductions?: Reductions
}

export type SeenPrice = NonNullable<NewBooking['seen_price']>

/** The client's price of a session. The server computes it again. */
export const quoteForClient = (context: PriceContext, service: StudioService, session: PricedSession): Quote =>
  quoteSession(service, session, toStudioPrices(context))

const toStudioPrices = ({ studio, rooms, reverse_charge, reductions }: PriceContext) => ({
  reverse_charge,
  ...(reductions && { reductions }),
  currency: studio.currency,
  taxes: studio.taxes,
  rooms: rooms.map(({ id }) => id),
  room_names: Object.fromEntries(rooms.map(({ id, name }) => [id, name])),
})

/** The price that a form shows: the listed one, or the new price from the server's error. */
export function getSeenPrice(quote: Quote, error: unknown): SeenPrice {
  const newPrice = readChangedPrice(error)
  if (newPrice) return newPrice
  const { price_minor, currency } = toBookingPrice(quote)
  return { price_minor, currency }
}

/** The new price in an error about a changed price. */
export function readChangedPrice(error: unknown): SeenPrice | null {
  if (!hasCode(error, 'PRICE_CHANGED')) return null
  const { details }: { details?: unknown } = error instanceof ORPCError ? (error.data ?? {}) : {}
  const { price_minor, currency } = Object(details)
  const isPrice = (price_minor === null || Number.isInteger(price_minor)) && currency !== undefined
  return isPrice ? { price_minor, currency } : null
}

type ChangedSession = SessionTimes & Pick<PricedSession, 'room_ids' | 'people' | 'add_ons'>

/** The price of a booking after a change, calculated in the browser; null if its service is no longer offered. */
export function getPriceAfterChange(
  context: PriceContext,
  booking: Booking,
  change: SessionTimes & Partial<ChangedSession>,
): BookingPrice | null {
  const service = context.services.find(({ key }) => key === booking.service_type)
  if (!service) return null
  const room_ids = booking.resources.filter(({ kind }) => kind === 'room').map(({ id }) => id)
  const bookedSession = { ...booking, room_ids }
  const changedSession = { ...toPricedSession(bookedSession), ...change, service_type: booking.service_type }
  return repriceSession(bookedSession, changedSession, {
    before: service,
    after: service,
    studio: toStudioPrices(context),
  })
}
