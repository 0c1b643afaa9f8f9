import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { awaitsPayment } from '@studiohub/contract/features/bookings/lists/rules.ts'
import {
  canSeeAllBookings,
  canSetPrice,
  canUpdate,
  crewFields,
  isOwnBooking,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  isSameSession,
  needsApprovalAgain,
  requestExpiry,
  reservesTime,
} from '@studiohub/contract/features/bookings/rules.ts'
import type {
  Booking,
  BookingChange,
  BookingWarning,
  ChangedBooking,
} from '@studiohub/contract/features/bookings/schema.ts'
import { policyAfterChange, policyAfterPrice } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { SlotTakenError, withFreeTimes } from '../alternatives/service.ts'
import { hideAmountsOf } from '../amounts/service.ts'
import { deleteChangeRequest, insertChangeRequest, requestedHoldsChange } from '../changes/queries.ts'
import { reservationOf } from '../context/choice-service.ts'
import { checkProject, chooseResources, personWarnings } from '../context/service.ts'
import { findActingActor } from '../crew/service.ts'
import { isLonger } from '../limits/service.ts'
import { awaitStudioOf } from '../lock-studio.ts'
import { bookingQuery, getBooking, lockBooking } from '../queries.ts'
import { repriceBooking } from '../quote-booking.ts'
import { recordBooking } from '../record-booking.ts'
import type { ReplacedTime } from '../undos/queries.ts'
import * as queries from './queries.ts'
import {
  type ChangeInput,
  contextReader,
  type FindContext,
  type ForClient,
  needsStudioApproval,
  projectOf,
  resolveChange,
  statusAfter,
} from './resolve-change.ts'

const PAY_FIRST = 'Please pay for this session first, or cancel it and book another time.'

/** Moves, extends or edits a booking. It is checked like a new booking, and its reservations move with it. */
export const updateBooking = (caller: Caller, change: BookingChange & { id: string }, now: Date) =>
  withFreeTimes(caller, () => awaitStudioOf(caller, change.id, () => updateOnce(caller, change, now)))

function updateOnce(
  caller: Caller,
  { id, version, ...change }: BookingChange & { id: string },
  now: Date,
): Promise<ChangedBooking> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const known = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    const acting = await findActingActor(tx, actor, known)
    authorize(canUpdate(acting, known))
    if (acting !== actor) authorize(isCrewChange(change), 'FIELD_NOT_ALLOWED')
    const before = (await lockBooking(tx, known)) ?? fail('NOT_FOUND')
    if (version !== undefined && version !== before.version) fail('STALE_VERSION')
    // While the client pays, a change could make the price and the deposit different from the paid amount.
    if (awaitsPayment(before) && actor.role === 'client') fail('INVALID_TRANSITION', { message: PAY_FIRST })
    const { booking, warnings, requested, released } = await applyChange(tx, acting, before, { change, now })
    const action = requested ? 'bookings.requestChange' : 'bookings.update'
    await recordBooking(tx, actor, { caller, action, before, after: booking, released })
    return { ...(await hideAmountsOf(tx, actor, booking)), warnings }
  })
}

/** Whether a change contains only fields that crew may change. */
const isCrewChange = (change: ChangeInput) =>
  Object.entries(change).every(([name, value]) => value === undefined || crewFields.some((field) => field === name))

type Price = Pick<Booking, 'price_minor' | 'currency' | 'price_lines' | 'people'>
/**
 * The input of a move.
 * @param sold the agreed price; by default the price is computed
 * @param forClient set if the studio approves a client's change request, with the people that were reserved for it
 * @param findContext returns a context that was read before the lock
 */
type MoveInput = ForClient & { change: ChangeInput; now: Date; sold?: Price; findContext?: FindContext }
/**
 * The result of a change.
 * @param requested whether a change request was created instead of moving the booking
 * @param released the reservations that a move gave up, for its undo
 */
type ChangeResult = { booking: Booking; warnings: BookingWarning[]; requested: boolean; released?: ReplacedTime }

/** Applies a change. The caller holds the locks of the studio and of the booking. */
export const applyChange = (tx: Tx, actor: Actor, before: Booking, input: MoveInput): Promise<ChangeResult> =>
  needsApprovalAgain(input.change) ? applyMove(tx, actor, before, input) : applyEdit(tx, actor, before, input)

/** Changes only notes, project or price, which is possible even after the session. */
async function applyEdit(tx: Tx, actor: Actor, before: Booking, input: MoveInput): Promise<ChangeResult> {
  const { change, now, findContext = contextReader(tx) } = input
  const isOver = !reservesTime(before.status)
  if (before.status === 'cancelled' || (isOver && !canSetPrice(actor, before.studio_id))) fail('INVALID_TRANSITION')
  const context = await findContext(before, change)
  checkProject(change, context)
  const price = repriceBooking(actor, before, { change, context, next: before })
  const edited = {
    notes: notesOf(before, change),
    project_id: projectOf(before, change),
    ...price,
    cancellation_policy: keptPolicy(before, { ...before, ...price }, byClientAt(actor, before, input)),
    updated_at: now.toISOString(),
  }
  if (!(await queries.editBooking(tx, before, edited))) fail('STALE_VERSION')
  const { project_title } = context
  const booking = { ...before, ...edited, project_title, version: before.version + 1 }
  return { booking, warnings: [], requested: false }
}

/**
 * Changes time, resources or service. The caller holds the locks. If a client changes a confirmed session, it becomes a
 * change request, unless such sessions are confirmed automatically. All checks come before the first write.
 * @throws TimeTaken if a resource is taken
 */
export async function applyMove(tx: Tx, actor: Actor, before: Booking, input: MoveInput): Promise<ChangeResult> {
  const placed = await resolveMove(tx, actor, before, input)
  const { change, now } = input
  const { request, instants, context, taken } = placed
  const isSame = isSameSession(before, { ...request, ...instants, resources: taken })
  const status = isSame ? before.status : statusAfter(actor, before, { context, service_type: request.service_type })
  const price = input.sold ?? repriceBooking(actor, before, { change, context, next: { ...request, resources: taken } })
  const moved = {
    ...request,
    ...instants,
    ...price,
    notes: notesOf(before, change),
    status,
    lengthened_by_client: byClientAt(actor, before, input) !== null && isLonger(instants, before),
    updated_at: now.toISOString(),
    cancellation_policy: keptPolicy(before, { ...instants, ...price }, byClientAt(actor, before, input)),
    expires_at: isSame ? before.expires_at : expiryAfter(actor, before, { placed, now }),
  }
  if (before.status === 'confirmed' && status === 'pending') return requestChange(tx, before, { moved, placed, now })
  return writeMove(tx, before, { moved, placed, isSame })
}

/**
 * When the client decided on this change: now, or when they made the request that the studio approves; null for a change by
 * the studio.
 */
function byClientAt(actor: Actor, before: Booking, { forClient, now }: MoveInput): Date | null {
  if (forClient) return before.change_request ? new Date(before.change_request.created_at) : now
  return isOwnBooking(actor, before) ? now : null
}

/** A change by the client must not make cancelling cheaper. */
function keptPolicy(before: Booking, next: Pick<Booking, 'starts_at' | 'price_minor'>, at: Date | null) {
  if (at) return policyAfterChange(before, next, at)
  const { cancellation_policy } = before
  return next.price_minor === before.price_minor ? cancellation_policy : policyAfterPrice(cancellation_policy)
}

type ResolvedMove = Awaited<ReturnType<typeof resolveMove>>

/** Checks all rules for a changed session and chooses its resources. */
async function resolveMove(tx: Tx, actor: Actor, before: Booking, input: MoveInput) {
  const { change, now, findContext = contextReader(tx), forClient, preferred } = input
  const place = resolveChange(actor, before, {
    change,
    now,
    context: await findContext(before, change),
    forClient,
    preferred,
  })
  const { request, context } = place
  const taken = await chooseResources(tx, actor, request, {
    ...{ choice: place.choice, instants: place.instants, now, context, moved: before },
    isRequest: needsStudioApproval(actor, before, { context, service_type: request.service_type }),
  })
  const slot = { actor, request, choice: place.requestedChoice, context, now, but: before.id }
  if (taken.length === 0) throw new SlotTakenError(slot)
  return { ...place, warnings: [...place.warnings, ...personWarnings(request, context, taken)], taken, slot }
}

type MoveToWrite = { moved: queries.MovedFields; placed: ResolvedMove }

async function writeMove(
  tx: Tx,
  before: Booking,
  { moved, placed, isSame }: MoveToWrite & { isSame: boolean },
): Promise<ChangeResult> {
  const { instants, taken, warnings, slot } = placed
  const request = before.change_request
  // A move of the session ends its change request. A change of only people or equipment does not.
  if (request && !isSame) await deleteChangeRequest(tx, before.id)
  const holdsOf = (when: { starts_at: string; ends_at: string }, resources = taken) =>
    resources.map((resource) => reservationOf(resource, when))
  const others = taken.filter(({ kind }) => kind !== 'room')
  const [[done], , [booking]] = await pipeline(tx, [
    queries.bookingMove(before, moved, holdsOf(instants)),
    request && isSame ? requestedHoldsChange(before.id, holdsOf(request, others)) : null,
    bookingQuery(tx, before.id),
  ])
  if (!done?.is_moved || !booking) return fail('STALE_VERSION')
  if (!done.is_reserved) throw new SlotTakenError(slot)
  const { holds: given_up, lengthened_by_client } = done
  return { booking, warnings, requested: false, released: { holds: given_up, lengthened_by_client } }
}

/** Reserves the new time in addition to the session's time, and replaces an earlier request. Notes change immediately. */
async function requestChange(
  tx: Tx,
  before: Booking,
  { moved, placed, now }: MoveToWrite & { now: Date },
): Promise<ChangeResult> {
  const { context, instants, taken, warnings, slot } = placed
  const { notes, project_id, updated_at, status, ...session } = moved
  const { price_minor, currency, price_lines, people, cancellation_policy, studio_id, client_id } = before
  const price = { price_minor, currency, price_lines, people, cancellation_policy }
  if (before.change_request) await deleteChangeRequest(tx, before.id)
  const isEdited = await queries.editBooking(tx, before, { notes, project_id, ...price, updated_at })
  if (!isEdited) fail('STALE_VERSION')
  const expires_at = requestExpiry(context, [before.starts_at, instants.starts_at], now)
  const request = { ...session, studio_id, client_id, created_at: updated_at, expires_at }
  const requestedHolds = taken.map((resource) => reservationOf(resource, instants))
  const isReserved = await insertChangeRequest(tx, before.id, request, requestedHolds)
  if (!isReserved) throw new SlotTakenError(slot)
  const booking = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  return { booking, warnings, requested: true }
}

/** Changes by the client never extend a pending request, because it could otherwise reserve its room forever. */
function expiryAfter(actor: Actor, before: Booking, { placed, now }: { placed: ResolvedMove; now: Date }) {
  const { expires_at } = before
  if (canSeeAllBookings(actor, before.studio_id)) return expires_at
  const fresh = requestExpiry(placed.context, [placed.instants.starts_at], now)
  return expires_at !== null && Date.parse(expires_at) < Date.parse(fresh) ? expires_at : fresh
}

const notesOf = (before: Booking, { notes }: MoveInput['change']) =>
  notes === undefined ? before.notes : notes || null
