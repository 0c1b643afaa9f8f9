import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import type { BookingPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { type Instants, requestExpiry } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { payByFrom } from '@studiohub/contract/features/payments/rules.ts'
import { depositDue, splitDeposit } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { toBookingResource } from './context/choice-service.ts'
import type { Bookable, BookingContext } from './context/queries.ts'
import { type BookingRequest, needsApproval } from './resolve-request.ts'

type BuildBookingInput = {
  actor: Pick<Actor, 'user_id' | 'role'>
  now: Date
  context: BookingContext
  instants: Instants
  price: BookingPrice
  /** The client's credit that can pay the deposit. */
  credit_minor?: number
}

/** Builds the new booking of a checked request, with an id and its first status. */
export function buildBooking(
  checkedRequest: BookingRequest,
  parts: BuildBookingInput & { resources: Bookable[]; series_id?: string },
): Booking {
  const policyTaxAndDeposit = getPolicyTaxAndDeposit(checkedRequest, parts)
  const pay_by = computePayBy(policyTaxAndDeposit, parts)
  // The booking is pending until the client pays. The payment confirms it.
  const request = pay_by === null ? checkedRequest : { ...checkedRequest, status: 'pending' as const }
  const { studio_id, booking_date, start_time, end_time, ends_next_day, days, service_type, booking_type, status } =
    request
  const created_at = parts.now.toISOString()
  return {
    id: randomUUID(),
    studio_id,
    booking_date,
    start_time,
    end_time,
    ends_next_day,
    days,
    service_type,
    booking_type,
    status,
    ...parts.instants,
    project_id: request.project_id ?? null,
    project_title: parts.context.project_title,
    client_id: request.client_id,
    client_name: parts.context.client_name,
    notes: request.notes || null,
    created_by: parts.actor.user_id,
    created_at,
    updated_at: created_at,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
    no_show_at: null,
    people: request.people ?? null,
    ...parts.price,
    ...policyTaxAndDeposit,
    pay_by,
    fee: null,
    series_id: parts.series_id ?? null,
    version: 1,
    resources: parts.resources.map(toBookingResource),
    expires_at: computeRequestExpiry(request, parts),
    change_request: null,
  }
}

/**
 * The cancellation policy, the tax and the deposit that are stored with a client's booking. The database computes the same values.
 */
function getPolicyTaxAndDeposit({ booking_type, client_id }: BookingRequest, { context, price }: BuildBookingInput) {
  if (booking_type !== 'client_booking' || client_id === null)
    return { cancellation_policy: null, tax: null, deposit_minor: null }
  const { cancellation_policy, tax, service } = context
  return { cancellation_policy, tax, deposit_minor: depositDue(service?.deposit ?? null, { ...price, tax }) }
}

/**
 * Until when the booking waits for its payment; null if it does not. It waits only if a client booked it, the studio accepts
 * cards, and the client's credit does not pay the whole deposit.
 */
function computePayBy({ deposit_minor }: Pick<Booking, 'deposit_minor'>, parts: BuildBookingInput) {
  const { actor, now, context, price, credit_minor = 0 } = parts
  if (actor.role !== 'client' || deposit_minor === null || price.currency === null) return null
  if (!context.takes_cards || getCardProvider() === null) return null
  const { rest_minor } = splitDeposit(deposit_minor, { credit_minor, currency: price.currency })
  return rest_minor === null ? null : payByFrom(now)
}

/** When the booking expires; null if never. Only a client's own request expires. */
function computeRequestExpiry(
  request: BookingRequest,
  { actor, now, context, instants }: BuildBookingInput,
): string | null {
  const isOwnRequest = needsApproval(request) && actor.role === 'client'
  return isOwnRequest ? requestExpiry(context, [instants.starts_at], now) : null
}
