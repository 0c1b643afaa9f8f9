import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canBlockTime,
  canBookFor,
  canCreateBooking,
  canNameEquipment,
  canSetStatus,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  firstStatus,
  type Instants,
  requestExpiry,
  type SessionTimes,
} from '@studiohub/contract/features/bookings/rules.ts'
import type {
  Booking,
  BookingStatus,
  BookingType,
  ChangedBooking,
  NewBookingAtStudio,
} from '@studiohub/contract/features/bookings/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import type { z } from 'zod'
import { authorize, requireRole } from '../../../platform/authorize.ts'
import { asActor, type Caller } from '../../../platform/db/actor.ts'
import { lock } from '../../../platform/db/locks.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { orAlternatives, TimeTaken } from '../alternatives/service.ts'
import { recordBooking } from '../recording/service.ts'
import { askTerms, type Bookable, type Terms, type TermsRow, termsOf } from '../terms/queries.ts'
import {
  type Choice,
  checkHours,
  checkProject,
  checkServiceAndClient,
  checkTime,
  choiceOf,
  chooseResources,
  holdOn,
  named,
  type Wanted,
} from '../terms/service.ts'
import { insertBookings } from './queries.ts'

type Asked = z.output<typeof NewBookingAtStudio>
export type WantedBooking = Asked & SessionTimes & Wanted & { status: BookingStatus }

/**
 * Books a session or blocks time. All of it happens in one transaction: the plan's count, the choice of the room, the
 * booking, what it holds and the trail. The studio's lock makes racing calls wait for each other; that no resource is
 * held twice, the database itself refuses. A refused time comes with the nearest free starts.
 */
export const createBooking = (caller: Caller, input: Asked, now: Date): Promise<ChangedBooking> =>
  orAlternatives(caller, () => bookOnce(caller, input, now))

function bookOnce(caller: Caller, input: Asked, now: Date): Promise<ChangedBooking> {
  const work = async (tx: Tx, actor: Actor, found: TermsRow[]) => {
    const { user_id } = requireRole(actor)
    const { wanted, terms } = open(actor, input, found)
    const instants = checkTime(actor, wanted, terms, now)
    const asked = choiceOf(wanted, terms.resources)
    const { choice, warnings } = checkHours(actor, wanted, terms, asked)
    checkNamed(actor, wanted, terms.resources)
    const gone = new TimeTaken({ actor, wanted, choice: asked, terms, now })
    // Where there is nothing to choose the constraint alone says whether it is free.
    const isLeft = choice.oneOf.length === 0
    await lock(tx, 'studio', wanted.studio_id, { what: hourOf(wanted, choice, instants), once: isLeft, gone })
    const taken = await chooseResources(tx, actor, wanted, {
      ...{ choice, instants, now, isLeft, terms },
      isRequest: isRequest(wanted),
    })
    if (taken.length === 0) throw gone
    const booking = toWrite(wanted, { user_id, now, terms, instants, taken })
    const holds = taken.map((resource) => ({ ...holdOn(resource, instants), booking_id: booking.id }))
    await insertBookings(tx, [booking], holds)
    await recordBooking(tx, actor, { caller, action: 'bookings.create', after: booking })
    return { ...booking, warnings }
  }
  return asActor(caller, work, askTerms(input))
}

/** A pending session waits for the studio's answer. */
export const isRequest = ({ status }: Pick<WantedBooking, 'status'>) => status === 'pending'

/** What makes two calls want the same: where one of them finds it taken, so would the other. */
function hourOf({ booking_type }: Wanted, { all, oneOf }: Choice, { starts_at, ends_at }: Instants): string {
  const idsOf = (resources: Bookable[]) => resources.map(({ id }) => id)
  return JSON.stringify([booking_type, starts_at, ends_at, idsOf(all), idsOf(oneOf)])
}

/**
 * What is the same for every session that is asked for: who may, at what terms, and whether it is on offer.
 * @param found the terms, as they were asked for with the input
 */
export function open(actor: Actor, input: Asked, found: TermsRow[]): { wanted: WantedBooking; terms: Terms } {
  authorize(canCreateBooking(actor, input.studio_id))
  const asked = wantedBy(actor, input)
  const terms = termsOf(found) ?? fail('NOT_FOUND')
  authorize(terms.is_active, 'STUDIO_INACTIVE')
  checkServiceAndClient(actor, asked, terms)
  checkProject(asked, terms)
  checkSeenPrice(asked, terms)
  const confirmed = asked.status === 'confirmed' || (terms.service?.auto_confirm && actor.role === 'client')
  return { wanted: { ...asked, status: confirmed ? 'confirmed' : asked.status }, terms }
}

/** What was asked with what follows from who asks; refuses fields that are not theirs to set (safety T26, T27). */
function wantedBy(actor: Actor, input: Asked): WantedBooking {
  const { studio_id, booking_type, status = firstStatus(booking_type) } = input
  if (booking_type === 'blocked_time') {
    authorize(canBlockTime(actor, studio_id), 'FIELD_NOT_ALLOWED')
    authorize(!input.client_id && !input.project_id, 'FIELD_NOT_ALLOWED')
  }
  authorize(canSetStatus(actor, studio_id, booking_type, status), 'FIELD_NOT_ALLOWED')
  const client_id = input.client_id ?? (actor.role === 'client' ? actor.user_id : null)
  authorize(canBookFor(actor, studio_id, client_id))
  return { ...input, ends_next_day: input.ends_next_day ?? false, status, client_id }
}

/** A client chooses one room at most; people and equipment are the studio's to give. */
export function checkNamed(
  actor: Actor,
  asked: { studio_id: string; room_id?: string | null | undefined; resource_ids?: string[] | undefined },
  active: readonly Bookable[],
) {
  if (canNameEquipment(actor, asked.studio_id)) return
  const ids = new Set([...(asked.room_id ? [asked.room_id] : []), ...(asked.resource_ids ?? [])])
  const areRooms = active.filter(({ id }) => ids.has(id)).every(({ kind }) => kind === 'room')
  authorize(areRooms && ids.size <= 1, 'FIELD_NOT_ALLOWED')
}

type Given = { user_id: string; now: Date; terms: Terms; instants: Instants }

/** A booking as it is written, its version the first. */
export function toWrite(wanted: WantedBooking, given: Given & { taken: Bookable[]; series_id?: string }): Booking {
  const { studio_id, booking_date, start_time, end_time, ends_next_day, service_type, booking_type, status } = wanted
  const at = given.now.toISOString()
  return {
    id: randomUUID(),
    ...{ studio_id, booking_date, start_time, end_time, ends_next_day, service_type, booking_type, status },
    ...given.instants,
    project_id: wanted.project_id ?? null,
    project_title: given.terms.project_title,
    client_id: wanted.client_id,
    client_name: given.terms.client_name,
    notes: wanted.notes || null,
    created_by: given.user_id,
    created_at: at,
    updated_at: at,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
    no_show_at: null,
    ...priceOf(wanted.booking_type, given.terms),
    series_id: given.series_id ?? null,
    version: 1,
    resources: given.taken.map(named),
    expires_at: expiryOf(wanted, given),
    change_request: null,
  }
}

/** What the studio books waits for nobody: only a client's own request expires. */
function expiryOf(wanted: WantedBooking, { user_id, now, terms, instants }: Given): string | null {
  const isRequest = wanted.status === 'pending' && wanted.client_id === user_id
  return isRequest ? requestExpiry(terms, [instants.starts_at], now) : null
}

/** Nothing is booked at a price that was not shown. */
function checkSeenPrice({ seen_price, booking_type }: Asked, terms: Terms) {
  const { price_minor, currency } = priceOf(booking_type, terms)
  if (!seen_price || (seen_price.price_minor === price_minor && seen_price.currency === currency)) return
  const price = priceText(price_minor, currency)
  const what =
    price === '' ? 'This service no longer has a listed price.' : `The price of this service is now ${price}.`
  fail('PRICE_CHANGED', { message: `${what} Check it, then book again.`, details: { price_minor, currency } })
}

/** What a session is sold for: the service's price at that moment, in its own currency or the studio's. */
export function priceOf(booking_type: BookingType, { service, currency }: Pick<Terms, 'service' | 'currency'>) {
  const price_minor = booking_type === 'client_booking' ? (service?.price_minor ?? null) : null
  return { price_minor, currency: price_minor === null ? null : (service?.currency ?? currency) }
}
