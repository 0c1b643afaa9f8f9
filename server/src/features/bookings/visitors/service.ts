import { fail } from '@studiohub/contract/errors.ts'
import { sessionInstants } from '@studiohub/contract/features/bookings/rules.ts'
import type { BookedHold, HoldToBook, VisitorHold } from '@studiohub/contract/features/bookings/visitors/schema.ts'
import { VISITOR_LINK_MINUTES } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { cancellationRule } from '#features/emails/bookings/wording.ts'
import { createMembership } from '#features/onboarding/create-membership.ts'
import { requirePerson } from '#platform/auth/authorize.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { toAppError } from '#platform/http/errors.ts'
import { type Limit, networkOf, requireLimits } from '#platform/http/limits.ts'
import { checkSeenTerms } from '../../terms/service.ts'
import { type BookingRequestContext, bookVisitorTime } from '../create-booking.ts'
import { getBooking } from '../queries.ts'
import { getHoldOfLink, getHoldOfPerson, type ShownHold } from './queries.ts'

const perNetwork: Limit = { name: 'visitor-links', count: 30, per_seconds: 300 }

/** The hold of an unused link. Opening it changes nothing, because mail scanners open links too. */
export async function getVisitorHold(token: string, { ip, now }: { ip: string; now: Date }): Promise<VisitorHold> {
  await requireLimits([{ limit: perNetwork, by: networkOf(ip) }], now)
  const since = new Date(now.getTime() - VISITOR_LINK_MINUTES * 60_000)
  const hold = await asSystem((tx) => getHoldOfLink(tx, { token_hash: sha256(token), since }))
  return hold ? shownHold(hold, now) : fail('NOT_FOUND')
}

function shownHold(hold: ShownHold, now: Date): VisitorHold {
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
    cancellation: cancellationRule({ ...hold, status: 'confirmed' }, now),
    studio: { id: hold.studio_id, name: hold.studio_name, slug: hold.studio_slug, location: hold.location },
    expires_at: new Date(hold.expires_at).toISOString(),
    is_held: Date.parse(hold.expires_at) > now.getTime(),
    terms: hold.terms,
  }
}

/**
 * Books the time that the caller held as a visitor. It first joins the studio as a client, then books by the rules for
 * clients. The second step is one transaction, in which the booking replaces the hold. Repeating the call returns the same
 * booking.
 * @throws AppError NOT_FOUND for another person's hold; those of `createBooking`
 */
export async function bookVisitorHold(
  caller: Caller,
  { id, seen_price, accepted_terms, signature }: HoldToBook,
  { ip, now }: BookingRequestContext,
): Promise<BookedHold> {
  const hold = await getOwnHold(caller, id)
  const { studio_id, studio_slug, price_minor, currency, discount_code } = hold
  if (hold.booking_id) return { booking: await readBooking(caller, hold.booking_id), studio_slug }
  // If the studio has moved to another time zone, the same local time is now another instant.
  if (sessionInstants(hold, hold.timezone).starts_at !== new Date(hold.starts_at).toISOString())
    fail('VISITOR_HOLD_ENDED')
  // Checked before joining, because the person agrees to both with one click.
  checkSeenTerms(hold.terms, { accepted_terms, signature })
  const { status } = await createMembership(caller, studio_id, now)
  if (status === 'pending') return { booking: null, studio_slug }
  const { booking_date, start_time, end_time, ends_next_day, days, service_type } = hold
  const input = {
    ...{ studio_id, booking_date, start_time, end_time, ends_next_day, days, service_type },
    booking_type: 'client_booking' as const,
    seen_price: seen_price ?? { price_minor, currency },
    ...{ accepted_terms, signature },
  }
  const visit = { hold_id: id, ip, now }
  const made = discount_code
    ? await bookVisitorTime(caller, { ...input, discount_code }, visit).catch((error: unknown) =>
        withoutCode(error, discount_code, () => bookVisitorTime(caller, input, visit)),
      )
    : await bookVisitorTime(caller, input, visit)
  return { booking: 'booking_id' in made ? await readBooking(caller, made.booking_id) : made, studio_slug }
}

/**
 * Books without a code that is no longer valid, but only if the person has seen the price without it. Otherwise the error
 * tells both.
 * @throws AppError PRICE_CHANGED
 */
async function withoutCode<Made>(error: unknown, code: string, book: () => Promise<Made>): Promise<Made> {
  if (toAppError(error)?.code !== 'DISCOUNT_NOT_VALID') throw error
  try {
    return await book()
  } catch (refusal) {
    const changed = toAppError(refusal)
    if (changed?.code !== 'PRICE_CHANGED') throw refusal
    const { message, details = {} } = changed
    return fail('PRICE_CHANGED', { message: `Code ${code} no longer counts. ${message}`, details })
  }
}

async function getOwnHold(caller: Caller, id: string): Promise<ShownHold> {
  const { user_id } = await asActor(caller, async (_tx, actor) => requirePerson(actor))
  return (await asSystem((tx) => getHoldOfPerson(tx, { id, user_id }))) ?? fail('NOT_FOUND')
}

const readBooking = (caller: Caller, id: string) =>
  asActor(caller, async (tx) => ({ ...((await getBooking(tx, id)) ?? fail('NOT_FOUND')), warnings: [] }))
