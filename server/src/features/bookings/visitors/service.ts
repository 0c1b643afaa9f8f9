import { fail } from '@studiohub/contract/errors.ts'
import { computeInstants } from '@studiohub/contract/features/bookings/rules.ts'
import type { BookedHold, BookHoldInput, VisitorHold } from '@studiohub/contract/features/bookings/visitors/schema.ts'
import { VISITOR_LINK_MINUTES } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { describeCancellation } from '#features/emails/bookings/wording.ts'
import { createMembership } from '#features/onboarding/create-membership.ts'
import { requirePerson } from '#platform/auth/authorize.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { toAppError } from '#platform/http/errors.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { checkCurrentTerms } from '../../terms/service.ts'
import { createBookingFromHold } from '../create-booking.ts'
import { getBooking } from '../queries.ts'
import { getHoldOfLink, getHoldOfPerson, type VisitorHoldDetails } from './queries.ts'

const perNetwork: Limit = { name: 'visitor-links', count: 30, per_seconds: 300 }

/** The hold of an unused link. Opening the link changes nothing, because mail scanners open links too. */
export async function getVisitorHold(token: string, { ip, now }: RequestOrigin): Promise<VisitorHold> {
  await requireLimits([{ limit: perNetwork, by: getNetwork(ip) }], now)
  const since = new Date(now.getTime() - VISITOR_LINK_MINUTES * 60_000)
  const hold = await asSystem((tx) => getHoldOfLink(tx, { token_hash: sha256(token), since }))
  return hold ? toVisitorHold(hold, now) : fail('NOT_FOUND')
}

function toVisitorHold(hold: VisitorHoldDetails, now: Date): VisitorHold {
  return {
    id: hold.id,
    email: hold.email,
    service: hold.service,
    service_type: hold.service_type,
    booking_date: hold.booking_date,
    start_time: hold.start_time,
    end_time: hold.end_time,
    ends_next_day: hold.ends_next_day,
    days: hold.days,
    timezone: hold.timezone,
    price_minor: hold.price_minor,
    currency: hold.currency,
    tax: hold.tax,
    discount_code: hold.discount_code,
    cancellation: describeCancellation({ ...hold, status: 'confirmed' }, now),
    studio: { id: hold.studio_id, name: hold.studio_name, slug: hold.studio_slug, location: hold.location },
    expires_at: new Date(hold.expires_at).toISOString(),
    is_held: Date.parse(hold.expires_at) > now.getTime(),
    terms: hold.terms,
  }
}

/**
 * Books the time that the caller held as a visitor. First the caller joins the studio as a client. Then one transaction books
 * by the rules for clients and ends the hold. Repeating the call returns the same booking.
 * @throws AppError NOT_FOUND for another person's hold, and the errors of `createBooking`
 */
export async function bookVisitorHold(
  caller: Caller,
  { id, seen_price, accepted_terms, signature }: BookHoldInput,
  { ip, now }: RequestOrigin,
): Promise<BookedHold> {
  const hold = await getOwnHold(caller, id)
  const { studio_id, studio_slug, price_minor, currency, discount_code } = hold
  if (hold.booking_id) return { booking: await readBooking(caller, hold.booking_id), studio_slug }
  // If the studio has changed its time zone, the same local time is now another instant.
  if (computeInstants(hold, hold.timezone).starts_at !== new Date(hold.starts_at).toISOString())
    fail('VISITOR_HOLD_ENDED')
  // Checked before joining: with one click the person joins the studio and accepts the terms.
  checkCurrentTerms(hold.terms, { accepted_terms, signature })
  const { status } = await createMembership(caller, studio_id, now)
  if (status === 'pending') return { booking: null, studio_slug }
  const { booking_date, start_time, end_time, ends_next_day, days, service_type } = hold
  const input = {
    studio_id,
    booking_date,
    start_time,
    end_time,
    ends_next_day,
    days,
    service_type,
    booking_type: 'client_booking' as const,
    seen_price: seen_price ?? { price_minor, currency },
    accepted_terms,
    signature,
  }
  const origin = { hold_id: id, ip, now }
  const result = discount_code
    ? await createBookingFromHold(caller, { ...input, discount_code }, origin).catch((error: unknown) =>
        bookWithoutCode(error, discount_code, () => createBookingFromHold(caller, input, origin)),
      )
    : await createBookingFromHold(caller, input, origin)
  return {
    booking: 'booking_id' in result ? await readBooking(caller, result.booking_id) : result,
    studio_slug,
  }
}

/**
 * Books without a code that is no longer valid, but only if the person has seen the price without it. Otherwise the error says
 * both: the code is no longer valid, and the new price.
 * @throws AppError PRICE_CHANGED
 */
async function bookWithoutCode<Result>(error: unknown, code: string, book: () => Promise<Result>): Promise<Result> {
  if (toAppError(error)?.code !== 'DISCOUNT_NOT_VALID') throw error
  try {
    return await book()
  } catch (bookingError) {
    const appError = toAppError(bookingError)
    if (appError?.code !== 'PRICE_CHANGED') throw bookingError
    const { message, details = {} } = appError
    fail('PRICE_CHANGED', { message: `Code ${code} is no longer valid. ${message}`, details })
  }
}

async function getOwnHold(caller: Caller, id: string): Promise<VisitorHoldDetails> {
  const { user_id } = await asActor(caller, async (_tx, actor) => requirePerson(actor))
  return (await asSystem((tx) => getHoldOfPerson(tx, { id, user_id }))) ?? fail('NOT_FOUND')
}

const readBooking = (caller: Caller, id: string) =>
  asActor(caller, async (tx) => ({ ...((await getBooking(tx, id)) ?? fail('NOT_FOUND')), warnings: [] }))
