import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canCreateBooking } from '@studiohub/contract/features/bookings/policy.ts'
import type { BookingPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { getPlanMonth, type Instants } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingWithWarnings } from '@studiohub/contract/features/bookings/schema.ts'
import { splitDeposit } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { type AccountActor, authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActorWith, type Caller } from '#platform/db/actor.ts'
import { lock, lockOwnStudioStatement, queueForLock } from '#platform/db/locks.ts'
import { getSqlState } from '#platform/db/sql-errors.ts'
import { pipeline, type Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { queueAgreementPdf } from '../emails/agreements/jobs.ts'
import { getCredit } from '../invoices/ledger/queries.ts'
import { reserveCredit } from '../payments/credit-queries.ts'
import { currentPlanQuery } from '../subscriptions/queries.ts'
import { acceptanceInsertStatement, type NewAcceptance } from '../terms/queries.ts'
import { buildAcceptance } from '../terms/service.ts'
import { type RequestedSlot, SlotTakenError, withAlternativesOnConflict } from './alternatives/service.ts'
import {
  buildReservation,
  chooseResourcesForNewBooking,
  pickResources,
  type ResourceChoice,
  sortPeopleOfChoice,
} from './context/choice-service.ts'
import {
  type Bookable,
  type BookingContext,
  bookingContextQuery,
  getSessionAndAlternativesRange,
  toBookingContext,
} from './context/queries.ts'
import { checkPlan, listPersonWarnings, narrowToOpenHours, requireInstants } from './context/service.ts'
import { buildBooking } from './create-booking-row.ts'
import { planNewClient, recordNewClient } from './create-new-client.ts'
import { clientUseQuery } from './limits/queries.ts'
import { checkLimits } from './limits/service.ts'
import { checkCurrentPrice, computePrice, sortRoomsByPrice } from './quote-booking.ts'
import { bookingAuditStatements, queueBookingEffects } from './record-booking.ts'
import { limitCodeAttempts } from './reductions/service.ts'
import {
  candidateReservationsQuery,
  insertBookingsStatement,
  isFree,
  type ReservedTimesRow,
} from './reservations/queries.ts'
import {
  type BookingRequest,
  type CreateBookingInput,
  checkNamedResources,
  needsApproval,
  resolveRequest,
} from './resolve-request.ts'
import { endHoldStatement, setBookingOfHold } from './visitors/queries.ts'

const EXCLUSION_VIOLATION = '23P01'

export type CreatedBooking = BookingWithWarnings

/**
 * POST /studios/{studio_id}/bookings. An attempt with a discount code is counted first, in its own transaction. Then the call
 * waits for its turn and runs `bookInTransaction`, one transaction. If the slot is taken, the error names the nearest free slots.
 * It can also block time, but the web uses `createBlock`, which resolves conflicts too.
 */
export async function createBooking(
  caller: Caller,
  input: CreateBookingInput,
  origin: RequestOrigin,
): Promise<CreatedBooking> {
  await limitCodeAttempts(caller, input, origin.now)
  return withAlternativesOnConflict(caller, () =>
    queueForLock('studio', input.studio_id, () => bookInTransaction(caller, input, origin)),
  )
}

/**
 * Creates the booking of a visitor's hold, like `createBooking`. The hold ends in the same transaction. If the hold is already
 * booked, the answer has the id of that booking.
 */
export async function createBookingFromHold(
  caller: Caller,
  input: CreateBookingInput,
  { hold_id, ...origin }: RequestOrigin & { hold_id: string },
): Promise<CreatedBooking | { booking_id: string }> {
  try {
    return await withAlternativesOnConflict(caller, () =>
      queueForLock('studio', input.studio_id, () => bookInTransaction(caller, input, origin, hold_id)),
    )
  } catch (error) {
    if (error instanceof AlreadyBookedError) return { booking_id: error.booking_id }
    throw error
  }
}

/** Thrown if the visitor's hold is already a booking. It ends the transaction. */
class AlreadyBookedError extends Error {
  readonly booking_id: string

  constructor(booking_id: string) {
    super('this hold is already booked')
    this.booking_id = booking_id
  }
}

/**
 * One transaction: locks the studio, reads, checks, chooses resources and writes. While the lock is held, prices, the plan's
 * count and the client's requests cannot change.
 */
function bookInTransaction(
  caller: Caller,
  input: CreateBookingInput,
  { now, ip }: RequestOrigin,
  hold_id: string | null = null,
): Promise<CreatedBooking> {
  const { studio_id, booking_date } = input
  const { client_id, insert: insertClient } = planNewClient(input, now)
  const bookingInput = { ...input, client_id }
  const contextQuery = bookingContextQuery({
    ...bookingInput,
    calendar_range: getSessionAndAlternativesRange(bookingInput),
  })
  // These run in this order, after the statement that sets the actor, which the lock needs, and before all checks.
  const earlyStatements = {
    lock: lockOwnStudioStatement(studio_id),
    // The hold ends before reservations are read, so that it does not conflict with its own booking.
    endHold: hold_id ? endHoldStatement(hold_id) : null,
    // The context of a new client is read after the insert of their record.
    context: insertClient ? null : contextQuery,
    plan: currentPlanQuery(studio_id, getPlanMonth(booking_date)),
    // `client_id: null` means the calling client. Limits do not apply to the desk.
    clientUse: clientUseQuery({ studio_id, client_id: null, now }),
    reservations: candidateReservationsQuery(bookingInput),
  }
  return asActorWith(caller, earlyStatements, async (tx, callingActor, rows) => {
    const actor = requireRole(callingActor)
    // This checks only the studio. `resolveRequest` and `checkNamedResources` check the fields.
    authorize(canCreateBooking(actor, studio_id))
    const [endedHold] = rows.endHold
    if (endedHold?.booking_id) throw new AlreadyBookedError(endedHold.booking_id)
    const contextRows = insertClient ? (await pipeline(tx, [insertClient, contextQuery]))[1] : rows.context
    const [contextRow] = contextRows
    const [plan] = rows.plan
    const [clientUse] = rows.clientUse
    const { reservations } = rows
    const context = toBookingContext(contextRow) ?? fail('NOT_FOUND')
    const request = resolveRequest(actor, bookingInput, context)
    const instants = requireInstants(actor, request, context, now)
    const rankedByPrice = sortRoomsByPrice(chooseResourcesForNewBooking(actor, request, context), request, context)
    const { choice: withinOpenHours, warnings } = narrowToOpenHours(actor, request, context, rankedByPrice)
    checkNamedResources(actor, request, context)
    checkPlan(actor, request, plan, { now, isNew: true })
    checkLimits(actor, clientUse, { studio_id, instants, now, context, needsApproval: needsApproval(request) })

    // Alternatives use the unnarrowed choice, because other rooms and people may be free at other times.
    const searchInput = { actor, request, choice: rankedByPrice, context, now }
    const withRankedPeople = sortPeopleOfChoice(withinOpenHours, reservations, { request, context })
    const resources = pickFreeResources(withRankedPeople, instants, reservations)
    // `reservations` has only rooms and the service's people. For other named resources, the constraint in `insertOrFail`
    // decides.
    if (resources.length === 0) throw new SlotTakenError(searchInput)
    const price = computePrice(request, context, resources)
    checkCurrentPrice(request, price)
    const credit_minor = await lockCredit(tx, request, { actor, context, price })
    const booking = buildBooking(request, { actor, now, context, instants, resources, price, credit_minor })
    const acceptance = buildTermsAcceptance(request, [booking], { now, ip })
    const isNewClient = insertClient !== null
    await saveBooking(tx, actor, { caller, booking, resources, searchInput, acceptance, isNewClient })
    await recordHoldAndCredit(tx, actor, booking, { hold_id, credit_minor, now })
    return { ...booking, warnings: [...warnings, ...listPersonWarnings(request, context, resources)] }
  })
}

type SaveBookingInput = {
  caller: Caller
  booking: Booking
  resources: readonly Bookable[]
  searchInput: RequestedSlot
  acceptance: NewAcceptance | null
  isNewClient: boolean
}

/** Inserts the booking with its reservations, the accepted terms and audit rows, and queues what follows. */
async function saveBooking(tx: Tx, actor: AccountActor, input: SaveBookingInput) {
  const { caller, booking, resources, searchInput, acceptance, isNewClient } = input
  const { studio_id, client_id } = booking
  const change = { caller, action: 'bookings.create' as const, after: booking }
  await insertOrFail(tx, searchInput, [
    insertBookingsStatement([booking], buildReservations(booking, resources)),
    acceptance && acceptanceInsertStatement(acceptance),
    ...bookingAuditStatements(tx, actor, change),
  ])
  if (isNewClient && client_id) await recordNewClient(tx, actor, { caller, studio_id, client_id })
  await queueBookingEffects(tx, actor, change)
  await queueAgreementPdf(tx, acceptance)
}

/**
 * Stores the booking in the visitor's hold, and reserves the credit that pays the deposit. It changes the rights of the
 * transaction, so it must come last.
 */
async function recordHoldAndCredit(
  tx: Tx,
  { user_id }: AccountActor,
  booking: Booking,
  { hold_id, credit_minor, now }: { hold_id: string | null; credit_minor: number; now: Date },
) {
  const used_minor = computeUsedCredit(booking, credit_minor)
  if (hold_id || used_minor > 0) await actAs(tx, 'system')
  if (hold_id) await setBookingOfHold(tx, hold_id, booking.id)
  if (used_minor > 0 && booking.currency !== null) {
    const { id: booking_id, studio_id, client_id, currency } = booking
    await reserveCredit(tx, { studio_id, client_id, booking_id, currency, amount_minor: used_minor, user_id, now })
  }
}

type LockCreditInput = { actor: Actor; context: BookingContext; price: BookingPrice }

/** The client's credit for a deposit. No other booking or invoice can use it until this transaction ends. */
async function lockCredit(
  tx: Tx,
  { studio_id, client_id }: BookingRequest,
  { actor, context, price }: LockCreditInput,
) {
  const { service, credit_minor } = context
  // Most bookings use no credit, so they do not wait for this lock.
  if (actor.role !== 'client' || client_id === null || !service?.deposit || credit_minor <= 0) return 0
  if (price.currency === null) return 0
  await lock(tx, 'money', studio_id)
  return getCredit(tx, { studio_id, client_id, currency: price.currency })
}

const computeUsedCredit = ({ deposit_minor, currency }: Booking, credit_minor: number) =>
  deposit_minor === null || currency === null ? 0 : splitDeposit(deposit_minor, { credit_minor, currency }).used_minor

/**
 * Inserts the booking with its reservations, audit rows and accepted terms.
 * @throws SlotTakenError if a reservation overlaps another one
 */
async function insertOrFail(tx: Tx, searchInput: RequestedSlot, statements: readonly (Statement | null)[]) {
  try {
    await pipeline(tx, statements)
  } catch (error) {
    throw getSqlState(error) === EXCLUSION_VIOLATION ? new SlotTakenError(searchInput) : error
  }
}

const buildReservations = (booking: Booking, resources: readonly Bookable[]) =>
  resources.map((resource) => ({ ...buildReservation(resource, booking), booking_id: booking.id }))

/**
 * The resources of a session: all named resources, the first free room and the first free person. Empty if a named room is
 * taken, or if no room or required person is free.
 */
const pickFreeResources = (
  choice: ResourceChoice,
  instants: Instants,
  reservations: readonly ReservedTimesRow[],
): Bookable[] => pickResources(choice, (resource) => !isFree(buildReservation(resource, instants), reservations))

/** A client's acceptance of the terms for these bookings; null if no terms were accepted. */
export function buildTermsAcceptance(
  { accepted_terms, signature = null, studio_id, client_id }: BookingRequest,
  bookings: readonly Pick<Booking, 'id'>[],
  { now, ip }: RequestOrigin,
): NewAcceptance | null {
  if (!accepted_terms || client_id === null) return null
  const booking_ids = bookings.map(({ id }) => id)
  const accepted = { studio_id, booking_ids, client_id, terms_id: accepted_terms, way: 'booking' as const }
  return buildAcceptance({ ...accepted, signature, accepted_at: now.toISOString(), network_address: ip })
}
