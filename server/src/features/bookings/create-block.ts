import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import type { BlockAnswer, NewBlock, Resolution } from '@studiohub/contract/features/bookings/blocks/schema.ts'
import { canBlockTime } from '@studiohub/contract/features/bookings/policy.ts'
import { noPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { resolveDays, subtractSpans, transitions } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { type AccountActor, authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lockStudioStatement, queueForLock } from '#platform/db/locks.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { SlotTakenError, withAlternativesOnConflict } from './alternatives/service.ts'
import { deleteChangeRequest, increaseBookingVersion } from './changes/queries.ts'
import { buildReservation, resolveNamedResources } from './context/choice-service.ts'
import { bookingContextQuery, toBookingContext } from './context/queries.ts'
import { requireInstants } from './context/service.ts'
import { buildBooking } from './create-booking-row.ts'
import { applyMove } from './moves/move-booking.ts'
import { getBooking, listBlockingBookings, listReservedTimesOf } from './queries.ts'
import { recordBooking } from './record-booking.ts'
import {
  type BookingReservation,
  insertBookings,
  isSessionInConflict,
  type Reservation,
} from './reservations/queries.ts'
import { resolveRequest } from './resolve-request.ts'
import { buildStep } from './steps/change-status.ts'
import { applyStep } from './steps/queries.ts'

type BlockScope = { tx: Tx; actor: Actor & AccountActor; caller: Caller; now: Date }

/**
 * Blocks time. The call must keep, cancel or move every conflicting booking; otherwise nothing changes, and the error lists
 * the unresolved ones. The block does not cover the time of bookings that are kept.
 */
export const createBlock = (caller: Caller, input: NewBlock, now: Date): Promise<BlockAnswer> =>
  withAlternativesOnConflict(caller, () => queueForLock('studio', input.studio_id, () => blockOnce(caller, input, now)))

function blockOnce(caller: Caller, { resolutions = [], ...input }: NewBlock, now: Date): Promise<BlockAnswer> {
  return asActor(caller, async (tx, actor) => {
    const person = requireRole(actor)
    authorize(canBlockTime(actor, input.studio_id))
    const scope = { tx, actor: person, caller, now }
    const blockInput = { ...input, booking_type: 'blocked_time' as const }
    const [, [row]] = await pipeline(tx, [lockStudioStatement(input.studio_id), bookingContextQuery(blockInput)])
    const context = toBookingContext(row) ?? fail('NOT_FOUND')
    const request = resolveRequest(actor, blockInput, context)
    const instants = requireInstants(actor, request, context, now)
    const { required } = resolveNamedResources(request, context.resources)
    const wholeTime = required.map((resource) => buildReservation(resource, instants))
    const conflicting = await listBlockingBookings(tx, input.studio_id, wholeTime)
    const keptBookings = await applyResolutions(scope, conflicting, { resolutions, wholeTime })
    const block = buildBooking(request, { actor: person, now, context, instants, resources: required, price: noPrice })
    const reservations = await leaveOutBookings(tx, block.id, { wholeTime, keptIds: keptBookings.map(({ id }) => id) })
    const answer = { ...block, resources: listReservedResources(block, reservations) }
    if (reservations.length === 0)
      fail('INVALID_TIME_RANGE', { message: 'The bookings that you keep leave no time to block.' })
    // A booking may have been moved to another time within the block.
    const stillConflicting = await listBlockingBookings(tx, input.studio_id, wholeTime)
    const unresolved = stillConflicting.filter(({ id }) => !keptBookings.some((booking) => booking.id === id))
    if (unresolved.length > 0) failWithConflict(unresolved)
    await insertBookings(tx, [answer], reservations)
    await recordBooking(tx, actor, { caller, action: 'bookings.createBlock', after: answer })
    const idsWith = (action: Resolution['action']) => resolvedIds(resolutions, conflicting, action)
    const moved = await Promise.all(idsWith('move').map((id) => getBooking(tx, id)))
    return {
      block: { ...answer, warnings: [] },
      kept: keptBookings.map(({ id }) => id),
      cancelled: idsWith('cancel'),
      moved: moved.filter((booking) => booking !== undefined),
    }
  })
}

const resolvedIds = (
  resolutions: readonly Resolution[],
  conflicting: readonly Booking[],
  action: Resolution['action'],
) =>
  resolutions
    .filter((resolution) => resolution.action === action && conflicting.some(({ id }) => id === resolution.booking_id))
    .map(({ booking_id }) => booking_id)

const failWithConflict = (bookings: readonly Booking[]): never => fail('BOOKING_CONFLICT', { details: { bookings } })

/** Applies the decision about each conflicting booking. @returns the bookings that are kept */
async function applyResolutions(
  scope: BlockScope,
  conflicting: readonly Booking[],
  { resolutions, wholeTime }: { resolutions: readonly Resolution[]; wholeTime: readonly Reservation[] },
) {
  const resolutionOf = (booking: Booking) => resolutions.find(({ booking_id }) => booking_id === booking.id)
  const unresolved = conflicting.filter((booking) => resolutionOf(booking) === undefined)
  if (unresolved.length > 0) failWithConflict(unresolved)
  const keptBookings: Booking[] = []
  for (const booking of conflicting) {
    const resolution = resolutionOf(booking)
    const isOnlyRequestInConflict =
      booking.change_request !== null && !(await isSessionInConflict(scope.tx, booking.id, wholeTime))
    if (resolution?.action === 'cancel' && isOnlyRequestInConflict) await declineRequest(scope, booking)
    else if (resolution?.action === 'cancel') await cancelSession(scope, booking, resolution.reason ?? null)
    else if (resolution?.action === 'move') await moveSession(scope, booking, resolution)
    else keptBookings.push(booking)
  }
  return keptBookings
}

/** Declines a change request and leaves the session as it is. */
async function declineRequest({ tx, actor, caller, now }: BlockScope, before: Booking) {
  await deleteChangeRequest(tx, before.id)
  if (!(await increaseBookingVersion(tx, before, now))) fail('STALE_VERSION')
  const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  await recordBooking(tx, actor, { caller, action: 'bookings.declineChange', before, after })
}

async function cancelSession({ tx, actor, caller, now }: BlockScope, before: Booking, reason: string | null) {
  const step = buildStep('cancel', actor.user_id, { now, reason })
  const cancelledRows = await applyStep(tx, [before.id], transitions.cancel.from, { step })
  if (cancelledRows.length === 0) fail('INVALID_TRANSITION')
  const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  await recordBooking(tx, actor, { caller, action: 'bookings.cancel', before, after })
}

async function moveSession(
  { tx, actor, caller, now }: BlockScope,
  before: Booking,
  { to }: Extract<Resolution, { action: 'move' }>,
) {
  const change = { ...to, ...resolveDays(to) }
  const { booking, released } = await applyMove(tx, actor, before, { change, now }).catch((error: unknown) => {
    if (error instanceof SlotTakenError) throw new SlotTakenError(error.taken, { booking_id: before.id })
    if (!(error instanceof AppError)) throw error
    // The error belongs to the move of a booking, not to a field of the block.
    const { code, message, details, fields } = error
    fail(code, {
      message: Object.values(fields ?? {})[0] ?? message,
      details: { ...details, booking_id: before.id },
    })
  })
  await recordBooking(tx, actor, { caller, action: 'bookings.update', before, after: booking, released })
}

/** The reservations of a block: its time for each resource, without the reservations of kept bookings. */
async function leaveOutBookings(
  tx: Tx,
  booking_id: string,
  { wholeTime, keptIds }: { wholeTime: readonly Reservation[]; keptIds: readonly string[] },
): Promise<BookingReservation[]> {
  const reserved = await listReservedTimesOf(tx, keptIds)
  return wholeTime.flatMap(({ resource_id, from, to }) => {
    const reservedSpans = reserved
      .filter((reservation) => reservation.resource_id === resource_id)
      .flatMap((reservation) => reservation.reserved)
    return subtractSpans({ from: Date.parse(from), to: Date.parse(to) }, reservedSpans).map((span, part) => ({
      booking_id,
      resource_id,
      part,
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
    }))
  })
}

const listReservedResources = (block: Booking, reservations: readonly BookingReservation[]) =>
  block.resources.filter(({ id }) => reservations.some(({ resource_id }) => resource_id === id))
