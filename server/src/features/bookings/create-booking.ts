import { randomUUID } from 'node:crypto'
import { type Actor, worksAtDesk } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canBlockTime,
  canBookFor,
  canCreateBooking,
  canNameEquipment,
  canSetStatus,
} from '@studiohub/contract/features/bookings/policy.ts'
import type { BookingPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import {
  daysOf,
  firstStatus,
  type Instants,
  monthOf,
  requestExpiry,
  type SessionTimes,
} from '@studiohub/contract/features/bookings/rules.ts'
import type {
  Booking,
  BookingStatus,
  ChangedBooking,
  NewBookingAtStudio,
} from '@studiohub/contract/features/bookings/schema.ts'
import { payByFrom } from '@studiohub/contract/features/payments/rules.ts'
import { depositDue } from '@studiohub/contract/features/prices/deposits/rules.ts'
import type { z } from 'zod'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActorWith, type Caller } from '#platform/db/actor.ts'
import { awaitLock, lockOwnStudio } from '#platform/db/locks.ts'
import { sqlState } from '#platform/db/sql-errors.ts'
import { pipeline, type Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { theCards } from '#platform/payments/open.ts'
import { planInForceQuery } from '../subscriptions/queries.ts'
import { type TakenTime, TimeTaken, withFreeTimes } from './alternatives/service.ts'
import {
  type Choice,
  choiceOfNew,
  chosenOf,
  named,
  reservationOf,
  type SessionRequest,
  withPeopleInOrder,
} from './context/choice-service.ts'
import { type Bookable, type BookingContext, bookingContextQuery, toBookingContext } from './context/queries.ts'
import {
  checkHours,
  checkPlan,
  checkProject,
  checkServiceAndClient,
  checkTime,
  personWarnings,
} from './context/service.ts'
import { planGuest, recordGuest } from './create-guest.ts'
import { clientUseQuery } from './limits/queries.ts'
import { checkLimits } from './limits/service.ts'
import { cheapestFirst, checkPrice, checkSeenPrice, priceOf } from './quote-booking.ts'
import { announceBooking, bookingAudit } from './record-booking.ts'
import { checkDiscount, limitCodes } from './reductions/service.ts'
import { bookingsInsert, candidateReservationsQuery, isFree, type ReservedTimesRow } from './reservations/queries.ts'
import { endHoldStatement, setBookingOfHold } from './visitors/queries.ts'

const EXCLUSION_VIOLATION = '23P01'

export type CreateBookingInput = z.output<typeof NewBookingAtStudio>
export type CreatedBooking = ChangedBooking

/** A checked input, with what follows from the actor and the context. */
export type BookingRequest = CreateBookingInput & SessionTimes & SessionRequest & { status: BookingStatus }

/**
 * Books a session or blocks time in one transaction that runs once. If the time is taken, the error names the nearest
 * free times.
 */
export async function createBooking(caller: Caller, input: CreateBookingInput, now: Date): Promise<CreatedBooking> {
  await limitCodes(caller, input, now)
  return withFreeTimes(caller, () => awaitLock('studio', input.studio_id, () => book(caller, input, now)))
}

/**
 * Books the time of a visitor's hold, as `createBooking` does. The hold ends in the same transaction. If it was already
 * booked, the answer names that booking.
 */
export const bookVisitorTime = (
  caller: Caller,
  input: CreateBookingInput,
  { hold_id, now }: { hold_id: string; now: Date },
) =>
  withFreeTimes(caller, () =>
    awaitLock('studio', input.studio_id, () => book(caller, input, now, hold_id)).catch((error: unknown) =>
      error instanceof BookedBefore ? { booking_id: error.booking_id } : Promise.reject(error),
    ),
  )

/** Ends the transaction: the visitor's hold is already a booking. */
class BookedBefore extends Error {
  readonly booking_id: string

  constructor(booking_id: string) {
    super('booked before')
    this.booking_id = booking_id
  }
}

/**
 * Locks the studio and reads, checks, chooses, writes. Prices, the plan's count and the client's requests cannot change
 * between the lock and the commit.
 */
function book(
  caller: Caller,
  input: CreateBookingInput,
  now: Date,
  hold_id: string | null = null,
): Promise<CreatedBooking> {
  const { studio_id, booking_date } = input
  const guest = planGuest(input, now)
  const bookingInput = { ...input, client_id: guest.client_id }
  const lockAndRead = [
    lockOwnStudio(studio_id),
    // This comes before reading reservations, so that the visitor's own hold does not conflict.
    hold_id ? endHoldStatement(hold_id) : null,
    guest.insert,
    bookingContextQuery(bookingInput),
    planInForceQuery(studio_id, monthOf(booking_date)),
    clientUseQuery({ studio_id, client_id: null, now }),
    candidateReservationsQuery(bookingInput),
  ] as const
  return asActorWith(
    caller,
    lockAndRead,
    async (tx, someone, [, [ended], , [contextRow], [plan], [clientUse], reserved]) => {
      const actor = requireRole(someone)
      if (ended?.booking_id) throw new BookedBefore(ended.booking_id)
      authorize(canCreateBooking(actor, studio_id))
      const context = toBookingContext(contextRow) ?? fail('NOT_FOUND')
      const request = checkRequest(actor, bookingInput, context)
      const instants = checkTime(actor, request, context, now)
      const requestedChoice = cheapestFirst(choiceOfNew(actor, request, context), request, context)
      const { choice, warnings } = checkHours(actor, request, context, requestedChoice)
      checkNamed(actor, request, context)
      checkPlan(actor, request, plan, { now, isNew: true })
      checkLimits(actor, clientUse, { studio_id, instants, now, context, isRequest: isRequest(request) })

      const slot = { actor, request, choice: requestedChoice, context, now }
      const resources = chooseFree(withPeopleInOrder(choice, reserved, slot), instants, reserved)
      if (resources.length === 0) throw new TimeTaken(slot)
      const price = priceOf(request, context, resources)
      checkSeenPrice(request, price)
      const booking = toBooking(request, { actor, now, context, instants, resources, price })
      const change = { caller, action: 'bookings.create' as const, after: booking }
      await insertOrLose(tx, slot, [
        bookingsInsert([booking], holdsOf(booking, resources)),
        ...bookingAudit(tx, actor, change),
      ])
      if (guest.isNew && booking.client_id)
        await recordGuest(tx, actor, { caller, studio_id, client_id: booking.client_id })
      await announceBooking(tx, actor, change)
      if (hold_id) {
        await actAs(tx, 'system')
        await setBookingOfHold(tx, hold_id, booking.id)
      }
      return { ...booking, warnings: [...warnings, ...personWarnings(request, context, resources)] }
    },
  )
}

/** Writes the booking with its trail row. The exclusion constraint rejects a reservation that overlaps another one. */
async function insertOrLose(tx: Tx, slot: TakenTime, statements: readonly Statement[]) {
  try {
    await pipeline(tx, statements)
  } catch (error) {
    throw sqlState(error) === EXCLUSION_VIOLATION ? new TimeTaken(slot) : error
  }
}

const holdsOf = (booking: Booking, resources: readonly Bookable[]) =>
  resources.map((resource) => ({ ...reservationOf(resource, booking), booking_id: booking.id }))

/**
 * The resources of a session: all named ones, and the first free one of several rooms and of several people; empty if a room
 * is taken or no person is free. Only the exclusion constraint checks named people and equipment.
 */
const chooseFree = (choice: Choice, instants: Instants, reserved: readonly ReservedTimesRow[]): Bookable[] =>
  chosenOf(choice, (resource) => !isFree(reservationOf(resource, instants), reserved))

/** Checks who may book what at which price, and rejects fields that the actor may not set (safety T26, T27). */
export function checkRequest(actor: Actor, input: CreateBookingInput, context: BookingContext): BookingRequest {
  const { studio_id, booking_type, status = firstStatus(booking_type, worksAtDesk(actor, input.studio_id)) } = input
  if (booking_type === 'blocked_time') {
    authorize(canBlockTime(actor, studio_id), 'FIELD_NOT_ALLOWED')
    authorize(!input.client_id && !input.new_client && !input.project_id, 'FIELD_NOT_ALLOWED')
  }
  authorize(canSetStatus(actor, studio_id, booking_type, status), 'FIELD_NOT_ALLOWED')
  authorize(!input.without_person || canNameEquipment(actor, studio_id), 'FIELD_NOT_ALLOWED')
  const client_id = input.client_id ? (context.client_id ?? input.client_id) : actor.client_id
  authorize(canBookFor(actor, studio_id, client_id))
  const request = { ...input, ...daysOf(input), status, client_id }
  authorize(context.is_active, 'STUDIO_INACTIVE')
  checkServiceAndClient(actor, request, context)
  checkProject(request, context)
  checkPrice(actor, request, context)
  checkDiscount(context)
  const isConfirmed = status === 'confirmed' || (context.service?.auto_confirm && actor.role === 'client')
  return { ...request, status: isConfirmed ? 'confirmed' : status }
}

/** A pending session waits for the studio's answer. */
export const isRequest = ({ status }: Pick<BookingRequest, 'status'>) => status === 'pending'

/** A client chooses as many rooms as the service allows; only the studio assigns people and equipment. */
export function checkNamed(
  actor: Actor,
  request: { studio_id: string; room_id?: string | null | undefined; resource_ids?: string[] | undefined },
  { resources, service }: Pick<BookingContext, 'resources' | 'service'>,
) {
  if (canNameEquipment(actor, request.studio_id)) return
  const ids = new Set([...(request.room_id ? [request.room_id] : []), ...(request.resource_ids ?? [])])
  const areRooms = resources.filter(({ id }) => ids.has(id)).every(({ kind }) => kind === 'room')
  authorize(areRooms && ids.size <= (service?.rooms_max ?? 1), 'FIELD_NOT_ALLOWED')
}

type NewBookingParts = {
  actor: Pick<Actor, 'user_id' | 'role'>
  now: Date
  context: BookingContext
  instants: Instants
  price: BookingPrice
}

/** A booking as it is written, its version the first. */
export function toBooking(
  requested: BookingRequest,
  given: NewBookingParts & { resources: Bookable[]; series_id?: string },
): Booking {
  const terms = keptTerms(requested, given)
  const pay_by = payByOf(terms, given)
  // A session that waits for its payment is confirmed with it.
  const request = pay_by === null ? requested : { ...requested, status: 'pending' as const }
  const { studio_id, booking_date, start_time, end_time, ends_next_day, days, service_type, booking_type, status } =
    request
  const at = given.now.toISOString()
  return {
    id: randomUUID(),
    ...{ studio_id, booking_date, start_time, end_time, ends_next_day, days, service_type, booking_type, status },
    ...given.instants,
    project_id: request.project_id ?? null,
    project_title: given.context.project_title,
    client_id: request.client_id,
    client_name: given.context.client_name,
    notes: request.notes || null,
    created_by: given.actor.user_id,
    created_at: at,
    updated_at: at,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
    no_show_at: null,
    people: request.people ?? null,
    ...given.price,
    ...terms,
    pay_by,
    fee: null,
    series_id: given.series_id ?? null,
    version: 1,
    resources: given.resources.map(named),
    expires_at: expiryOf(request, given),
    change_request: null,
  }
}

/**
 * The parts of the studio's policy and taxes that are stored with a client's booking, and its deposit. The database
 * fills in the same.
 */
function keptTerms({ booking_type, client_id }: BookingRequest, { context, price }: NewBookingParts) {
  if (booking_type !== 'client_booking' || client_id === null)
    return { cancellation_policy: null, tax: null, deposit_minor: null }
  const { cancellation_policy, tax, service } = context
  return { cancellation_policy, tax, deposit_minor: depositDue(service?.deposit ?? null, { ...price, tax }) }
}

/** Only a client who books waits for a payment, where the studio takes cards. */
function payByOf({ deposit_minor }: Pick<Booking, 'deposit_minor'>, { actor, now, context }: NewBookingParts) {
  const isAwaited = actor.role === 'client' && deposit_minor !== null && context.takes_cards && theCards() !== null
  return isAwaited ? payByFrom(now) : null
}

/** Only a client's own request expires. */
function expiryOf(request: BookingRequest, { actor, now, context, instants }: NewBookingParts): string | null {
  const isOwnRequest = isRequest(request) && actor.role === 'client'
  return isOwnRequest ? requestExpiry(context, [instants.starts_at], now) : null
}
