import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import type { BlockAnswer, NewBlock, Resolution } from '@studiohub/contract/features/bookings/blocks/schema.ts'
import { canBlockTime } from '@studiohub/contract/features/bookings/policy.ts'
import { noPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { daysOf, transitions, without } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, type Person, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { awaitLock, lockStudio } from '#platform/db/locks.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { SlotTakenError, withFreeTimes } from '../alternatives/service.ts'
import { deleteChangeRequest, touchBooking } from '../changes/queries.ts'
import { choiceOf, reservationOf } from '../context/choice-service.ts'
import { bookingContextQuery, toBookingContext } from '../context/queries.ts'
import { checkTime } from '../context/service.ts'
import { toBooking } from '../create-booking-row.ts'
import { applyMove } from '../moves/service.ts'
import { getBooking, listBlockingBookings, listReservedTimesOf } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import {
  type BookingReservation,
  insertBookings,
  isSessionInTheWay,
  type Reservation,
} from '../reservations/queries.ts'
import { applyStep } from '../steps/queries.ts'
import { stepOf } from '../steps/service.ts'
import { checkRequest } from '../verify-request.ts'

type BlockScope = { tx: Tx; actor: Actor & Person; caller: Caller; now: Date }

/**
 * Blocks time. The call must keep, cancel or move every conflicting booking. If one is missing, nothing changes, and the
 * error lists it. The block leaves out the time of bookings that are kept.
 */
export const createBlock = (caller: Caller, input: NewBlock, now: Date): Promise<BlockAnswer> =>
  withFreeTimes(caller, () => awaitLock('studio', input.studio_id, () => blockOnce(caller, input, now)))

function blockOnce(caller: Caller, { resolutions = [], ...input }: NewBlock, now: Date): Promise<BlockAnswer> {
  return asActor(caller, async (tx, actor) => {
    const person = requireRole(actor)
    authorize(canBlockTime(actor, input.studio_id))
    const scope = { tx, actor: person, caller, now }
    const blockInput = { ...input, booking_type: 'blocked_time' as const }
    const [, [row]] = await pipeline(tx, [lockStudio(input.studio_id), bookingContextQuery(blockInput)])
    const context = toBookingContext(row) ?? fail('NOT_FOUND')
    const request = checkRequest(actor, blockInput, context)
    const instants = checkTime(actor, request, context, now)
    const { all } = choiceOf(request, context.resources)
    const full = all.map((resource) => reservationOf(resource, instants))
    const blocking = await listBlockingBookings(tx, input.studio_id, full)
    const kept = await resolve(scope, blocking, { resolutions, full })
    const block = toBooking(request, { actor: person, now, context, instants, resources: all, price: noPrice })
    const reservations = await aroundKept(tx, block.id, { full, kept: kept.map(({ id }) => id) })
    const answer = { ...block, resources: reservedAmong(block, reservations) }
    if (reservations.length === 0)
      fail('INVALID_TIME_RANGE', { message: 'The bookings that you keep leave no time to block.' })
    // A booking may have been moved to another time within the block.
    const left = await listBlockingBookings(tx, input.studio_id, full)
    const unkept = left.filter(({ id }) => !kept.some((one) => one.id === id))
    if (unkept.length > 0) failWithBlocking(unkept)
    await insertBookings(tx, [answer], reservations)
    await recordBooking(tx, actor, { caller, action: 'bookings.createBlock', after: answer })
    const ids = (action: Resolution['action']) => resolvedIds(resolutions, blocking, action)
    const moved = await Promise.all(ids('move').map((id) => getBooking(tx, id)))
    return {
      block: { ...answer, warnings: [] },
      kept: kept.map(({ id }) => id),
      cancelled: ids('cancel'),
      moved: moved.filter((booking) => booking !== undefined),
    }
  })
}

const resolvedIds = (resolutions: readonly Resolution[], blocking: readonly Booking[], action: Resolution['action']) =>
  resolutions
    .filter((resolution) => resolution.action === action && blocking.some(({ id }) => id === resolution.booking_id))
    .map(({ booking_id }) => booking_id)

const failWithBlocking = (bookings: readonly Booking[]): never => fail('BOOKING_CONFLICT', { details: { bookings } })

/** Applies the decision about each conflicting booking. @returns the bookings that are kept */
async function resolve(
  scope: BlockScope,
  blocking: readonly Booking[],
  { resolutions, full }: { resolutions: readonly Resolution[]; full: readonly Reservation[] },
) {
  const resolutionOf = (booking: Booking) => resolutions.find(({ booking_id }) => booking_id === booking.id)
  const unresolved = blocking.filter((booking) => resolutionOf(booking) === undefined)
  if (unresolved.length > 0) failWithBlocking(unresolved)
  const kept: Booking[] = []
  for (const booking of blocking) {
    const resolution = resolutionOf(booking)
    const isOnlyRequested = booking.change_request !== null && !(await isSessionInTheWay(scope.tx, booking.id, full))
    if (resolution?.action === 'cancel' && isOnlyRequested) await declineFor(scope, booking)
    else if (resolution?.action === 'cancel') await cancelFor(scope, booking, resolution.reason ?? null)
    else if (resolution?.action === 'move') await moveFor(scope, booking, resolution)
    else kept.push(booking)
  }
  return kept
}

/** If only the change request conflicts, declines it and keeps the session. */
async function declineFor({ tx, actor, caller, now }: BlockScope, before: Booking) {
  await deleteChangeRequest(tx, before.id)
  if (!(await touchBooking(tx, before, now))) fail('STALE_VERSION')
  const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  await recordBooking(tx, actor, { caller, action: 'bookings.declineChange', before, after })
}

async function cancelFor({ tx, actor, caller, now }: BlockScope, before: Booking, reason: string | null) {
  const step = stepOf('cancel', actor.user_id, { now, reason })
  const taken = await applyStep(tx, [before.id], transitions.cancel.from, { step })
  if (taken.length === 0) fail('INVALID_TRANSITION')
  const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  await recordBooking(tx, actor, { caller, action: 'bookings.cancel', before, after })
}

async function moveFor(
  { tx, actor, caller, now }: BlockScope,
  before: Booking,
  { to }: Extract<Resolution, { action: 'move' }>,
) {
  const change = { ...to, ...daysOf(to) }
  const { booking, released } = await applyMove(tx, actor, before, { change, now }).catch((error: unknown) => {
    if (error instanceof SlotTakenError) throw new SlotTakenError(error.taken, { booking_id: before.id })
    if (!(error instanceof AppError)) throw error
    // The error belongs to the move of a booking, not to a field of the block.
    const { code, message, details, fields } = error
    return fail(code, {
      message: Object.values(fields ?? {})[0] ?? message,
      details: { ...details, booking_id: before.id },
    })
  })
  await recordBooking(tx, actor, { caller, action: 'bookings.update', before, after: booking, released })
}

/** The reservations of a block: for each resource its full time, in parts around the reservations of kept bookings. */
async function aroundKept(
  tx: Tx,
  booking_id: string,
  { full, kept }: { full: readonly Reservation[]; kept: readonly string[] },
): Promise<BookingReservation[]> {
  const reserved = await listReservedTimesOf(tx, kept)
  return full.flatMap(({ resource_id, from, to }) => {
    const holes = reserved
      .filter((reservation) => reservation.resource_id === resource_id)
      .flatMap((reservation) => reservation.reserved)
    return without({ from: Date.parse(from), to: Date.parse(to) }, holes).map((span, part) => ({
      ...{ booking_id, resource_id, part },
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
    }))
  })
}

const reservedAmong = (block: Booking, reservations: readonly BookingReservation[]) =>
  block.resources.filter(({ id }) => reservations.some(({ resource_id }) => resource_id === id))
