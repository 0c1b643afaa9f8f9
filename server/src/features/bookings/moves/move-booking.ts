import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canSeeAllBookings, isOwnBooking } from '@studiohub/contract/features/bookings/policy.ts'
import { isSameSession, requestExpiry } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import {
  buildPolicyAfterClientChange,
  buildPolicyAfterPriceChange,
} from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { SlotTakenError } from '../alternatives/service.ts'
import { deleteChangeRequest, insertChangeRequest, requestedReservationsQuery } from '../changes/queries.ts'
import { buildReservation } from '../context/choice-service.ts'
import { checkAndPickResources, listPersonWarnings } from '../context/service.ts'
import { isLonger } from '../limits/service.ts'
import { bookingQuery, getBooking } from '../queries.ts'
import { repriceBooking } from '../quote-booking.ts'
import type { FormerBookingTime } from '../undos/queries.ts'
import * as queries from './queries.ts'
import {
  type ChangeInput,
  type ClientChangeOptions,
  chooseStatusAfterChange,
  createContextReader,
  type FindContext,
  needsStudioApproval,
  resolveChange,
} from './resolve-change.ts'

type Price = Pick<Booking, 'price_minor' | 'currency' | 'price_lines' | 'people'>
/** The input of a move. */
export type MoveInput = ClientChangeOptions & {
  change: ChangeInput
  now: Date
  /** Without it the price is computed. */
  agreedPrice?: Price
  /** Returns a context that was read before the lock. */
  findContext?: FindContext
}

/** The result of a change. */
export type ChangeResult = {
  booking: Booking
  warnings: BookingWarning[]
  /** Whether a change request was created instead of moving the booking. */
  requested: boolean
  /** The reservations before a move, for its undo. */
  released?: FormerBookingTime
}

/**
 * Changes time, resources or service. The caller has taken the locks. If a client changes a confirmed session, a change
 * request is created instead, unless the service confirms bookings automatically. All checks come before the first write.
 * @throws SlotTakenError if a resource is taken
 */
export async function applyMove(tx: Tx, actor: Actor, before: Booking, input: MoveInput): Promise<ChangeResult> {
  const move = await resolveMove(tx, actor, before, input)
  const { change, now } = input
  const { request, instants, context, resources } = move
  const isSame = isSameSession(before, { ...request, ...instants, resources })
  const status = isSame
    ? before.status
    : chooseStatusAfterChange(actor, before, { context, service_type: request.service_type })
  const price = input.agreedPrice ?? repriceBooking(actor, before, { change, context, next: { ...request, resources } })
  const fields = {
    ...request,
    ...instants,
    ...price,
    notes: resolveNotes(before, change),
    status,
    lengthened_by_client: getClientDecisionTime(actor, before, input) !== null && isLonger(instants, before),
    updated_at: now.toISOString(),
    cancellation_policy: choosePolicyAfterChange(
      before,
      { ...instants, ...price },
      getClientDecisionTime(actor, before, input),
    ),
    expires_at: isSame ? before.expires_at : chooseExpiryAfterChange(actor, before, { move, now }),
  }
  if (before.status === 'confirmed' && status === 'pending') return requestChange(tx, before, { fields, move, now })
  return writeMove(tx, before, { fields, move, isSame })
}

/**
 * When the client decided on this change: now, or when they requested the change that the studio approves. Null for a change
 * by the studio.
 */
export function getClientDecisionTime(actor: Actor, before: Booking, { isClientRequest, now }: MoveInput): Date | null {
  if (isClientRequest) return before.change_request ? new Date(before.change_request.created_at) : now
  return isOwnBooking(actor, before) ? now : null
}

/**
 * The cancellation policy of a changed booking. A change by the client must not make cancelling cheaper.
 * @param at when the client decided on the change; null for a change by the studio
 */
export function choosePolicyAfterChange(
  before: Booking,
  next: Pick<Booking, 'starts_at' | 'price_minor'>,
  at: Date | null,
) {
  if (at) return buildPolicyAfterClientChange(before, next, at)
  const { cancellation_policy } = before
  return next.price_minor === before.price_minor
    ? cancellation_policy
    : buildPolicyAfterPriceChange(cancellation_policy)
}

type ResolvedMove = Awaited<ReturnType<typeof resolveMove>>

/** Checks all rules for a changed session and chooses its resources. */
async function resolveMove(tx: Tx, actor: Actor, before: Booking, input: MoveInput) {
  const { change, now, findContext = createContextReader(tx), isClientRequest, preferred } = input
  const resolved = resolveChange(actor, before, {
    change,
    now,
    context: await findContext(before, change),
    isClientRequest,
    preferred,
  })
  const { request, context } = resolved
  const resources = await checkAndPickResources(tx, actor, request, {
    choice: resolved.choice,
    instants: resolved.instants,
    now,
    context,
    moved: before,
    needsApproval: needsStudioApproval(actor, before, { context, service_type: request.service_type }),
  })
  const searchInput = { actor, request, choice: resolved.requestedChoice, context, now, except: before.id }
  if (resources.length === 0) throw new SlotTakenError(searchInput)
  return {
    ...resolved,
    warnings: [...resolved.warnings, ...listPersonWarnings(request, context, resources)],
    resources,
    searchInput,
  }
}

type MoveToWrite = { fields: queries.MovedFields; move: ResolvedMove }

async function writeMove(
  tx: Tx,
  before: Booking,
  { fields, move, isSame }: MoveToWrite & { isSame: boolean },
): Promise<ChangeResult> {
  const { instants, resources, warnings, searchInput } = move
  const request = before.change_request
  // A move of the session ends its change request. A change of only people or equipment does not.
  if (request && !isSame) await deleteChangeRequest(tx, before.id)
  const reservationsAt = (times: { starts_at: string; ends_at: string }, reserved = resources) =>
    reserved.map((resource) => buildReservation(resource, times))
  const others = resources.filter(({ kind }) => kind !== 'room')
  const [[result], , [booking]] = await pipeline(tx, [
    queries.moveBookingStatement(before, fields, reservationsAt(instants)),
    request && isSame ? requestedReservationsQuery(before.id, reservationsAt(request, others)) : null,
    bookingQuery(tx, before.id),
  ])
  if (!result?.is_moved || !booking) fail('STALE_VERSION')
  if (!result.is_reserved) throw new SlotTakenError(searchInput)
  const { reservations, lengthened_by_client } = result
  return { booking, warnings, requested: false, released: { reservations, lengthened_by_client } }
}

/** Reserves the new time in addition to the session's time, and replaces an earlier request. Notes change immediately. */
async function requestChange(
  tx: Tx,
  before: Booking,
  { fields, move, now }: MoveToWrite & { now: Date },
): Promise<ChangeResult> {
  const { context, instants, resources, warnings, searchInput } = move
  const { notes, project_id, updated_at, status, ...session } = fields
  const { price_minor, currency, price_lines, people, cancellation_policy, studio_id, client_id } = before
  const price = { price_minor, currency, price_lines, people, cancellation_policy }
  if (before.change_request) await deleteChangeRequest(tx, before.id)
  const isEdited = await queries.editBooking(tx, before, { notes, project_id, ...price, updated_at })
  if (!isEdited) fail('STALE_VERSION')
  const expires_at = requestExpiry(context, [before.starts_at, instants.starts_at], now)
  const request = { ...session, studio_id, client_id, created_at: updated_at, expires_at }
  const reservations = resources.map((resource) => buildReservation(resource, instants))
  const isReserved = await insertChangeRequest(tx, before.id, request, reservations)
  if (!isReserved) throw new SlotTakenError(searchInput)
  const booking = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  return { booking, warnings, requested: true }
}

/** A change by the client never extends a pending request. Otherwise the request could reserve its room forever. */
function chooseExpiryAfterChange(actor: Actor, before: Booking, { move, now }: { move: ResolvedMove; now: Date }) {
  const { expires_at } = before
  if (canSeeAllBookings(actor, before.studio_id)) return expires_at
  const newExpiry = requestExpiry(move.context, [move.instants.starts_at], now)
  return expires_at !== null && Date.parse(expires_at) < Date.parse(newExpiry) ? expires_at : newExpiry
}

export const resolveNotes = (before: Booking, { notes }: MoveInput['change']) =>
  notes === undefined ? before.notes : notes || null
