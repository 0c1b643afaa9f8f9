import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import { canUndo } from '@studiohub/contract/features/bookings/policy.ts'
import {
  checkBookable,
  getPlanMonth,
  isTooLateToUndo,
  reservesTime,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { wasDepositReturned } from '#features/payments/queries.ts'
import { currentPlanQuery } from '#features/subscriptions/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { sqlErrorToAppError } from '#platform/db/sql-errors.ts'
import { executePrepared, pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { deleteChangeRequest, insertChangeRequest } from '../changes/queries.ts'
import { buildReservation } from '../context/choice-service.ts'
import { type BookingContext, getBookingContext } from '../context/queries.ts'
import { checkPlan } from '../context/service.ts'
import { getBooking, lockBooking } from '../queries.ts'
import { queueForBookingsStudio } from '../queue-for-studio.ts'
import { recordBooking } from '../record-booking.ts'
import { conflictsQuery } from '../reservations/queries.ts'
import * as queries from './queries.ts'

type UndoInput = { id: string; version: number; now: Date }

const CHANGED = 'This booking has changed again. Your change can no longer be undone.'
const NOT_OWN = 'Only the person who made a change can undo it.'
const CODE_USED = 'Its discount code was used up in the meantime. Book the session again without the code.'
const HOURS_USED =
  'Its package hours were used in the meantime. Book the session again: it uses the hours that are left.'
const DEPOSIT_RETURNED = 'The deposit was already returned. Book the session again.'
const SLOT_TAKEN = 'The earlier time was taken in the meantime. Your change cannot be undone.'

/**
 * Restores a booking as it was before the caller's last change. Fails if the booking has changed again or the earlier time is
 * taken.
 */
export const undoBooking = (caller: Caller, input: UndoInput): Promise<Booking> =>
  queueForBookingsStudio(caller, input.id, () => undoOnce(caller, input)).catch((error: unknown) => {
    const { code } = error instanceof AppError ? error : (sqlErrorToAppError(error) ?? {})
    if (code === 'BOOKING_CONFLICT') fail('BOOKING_CONFLICT', { message: SLOT_TAKEN })
    if (code === 'DISCOUNT_NOT_VALID') fail('DISCOUNT_NOT_VALID', { message: CODE_USED })
    if (code === 'PACKAGE_HOURS_CHANGED') fail('PACKAGE_HOURS_CHANGED', { message: HOURS_USED })
    throw error
  })

function undoOnce(caller: Caller, input: UndoInput): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const unlocked = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    authorize(canUndo(actor, unlocked))
    const current = (await lockBooking(tx, unlocked)) ?? fail('NOT_FOUND')
    const { booking, released } = await findSnapshot(tx, current, { ...input, user_id })
    const project_id = await checkRestorable(tx, actor, { current, booking, now: input.now })
    if (await wasDepositReturned(tx, current.id, current.updated_at))
      fail('UNDO_EXPIRED', { message: DEPOSIT_RETURNED })
    await queries.markUndone(tx, input)
    // Conflicts are checked first: the database would reject a session without reservations with another error.
    const conflicts = await executePrepared(tx, conflictsQuery(released?.reservations ?? [], [current.id]))
    if (conflicts.rows.length > 0) fail('BOOKING_CONFLICT')
    const updated_at = input.now.toISOString()
    const result = await queries.restoreBooking(tx, current, {
      booking: { ...booking, project_id },
      released,
      updated_at,
    })
    if (!result?.is_restored) fail('STALE_VERSION', { message: CHANGED })
    if (!result.is_reserved) fail('BOOKING_CONFLICT')
    await restoreRequest(tx, current, booking)
    const after = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    await recordBooking(tx, actor, { caller, action: 'bookings.undo', before: current, after })
    return after
  })
}

type OwnUndo = UndoInput & { user_id: string }

async function findSnapshot(tx: Tx, current: Booking, { id, version, user_id, now }: OwnUndo) {
  if (current.version !== version) fail('STALE_VERSION', { message: CHANGED })
  const undo = (await queries.getUndo(tx, { id, version, user_id })) ?? fail('FORBIDDEN', { message: NOT_OWN })
  if (isTooLateToUndo(undo.created_at, now)) fail('UNDO_EXPIRED')
  return undo.snapshot ?? fail('UNDO_EXPIRED')
}

type RestoreInput = { current: Booking; booking: queries.Snapshot['booking']; now: Date }

/**
 * Checks that the studio is still active, that its plan allows one more booking, and that the client and the resources still
 * exist.
 * @returns the former project, unless it was deleted
 */
async function checkRestorable(tx: Tx, actor: Actor, { current, booking, now }: RestoreInput): Promise<string | null> {
  const context = (await getBookingContext(tx, booking)) ?? fail('NOT_FOUND')
  const project_id = context.project_title === null ? null : booking.project_id
  if (!reservesTime(booking.status)) return project_id
  const isInactive = !reservesTime(current.status)
  if (isInactive) {
    if (!context.is_active) fail('STUDIO_INACTIVE')
    if (booking.client_id !== null && !context.has_client_record) fail('CLIENT_NOT_IN_STUDIO')
  }
  checkBookable([...booking.resources, ...(booking.change_request?.resources ?? [])], context.resources)
  const month = getPlanMonth(booking.booking_date)
  const isCounted = current.status !== 'cancelled' && getPlanMonth(current.booking_date).from === month.from
  const [[plan]] = await pipeline(tx, [currentPlanQuery(booking.studio_id, month)])
  if (!isCounted) checkPlan(actor, booking, plan, { now, isNew: false })
  return project_id
}

/** Restores the change request that the undone change had ended, with its reservations. */
async function restoreRequest(tx: Tx, current: Booking, booking: queries.Snapshot['booking']) {
  const request = booking.change_request
  if (!request) return
  const { resources }: BookingContext = (await getBookingContext(tx, booking)) ?? fail('NOT_FOUND')
  if (current.change_request) await deleteChangeRequest(tx, booking.id)
  const ids = request.resources.map(({ id }) => id)
  const reservations = resources
    .filter(({ id }) => ids.includes(id))
    .map((resource) => buildReservation(resource, request))
  const { studio_id, client_id } = booking
  const isReserved = await insertChangeRequest(tx, booking.id, { ...request, studio_id, client_id }, reservations)
  if (!isReserved) fail('BOOKING_CONFLICT')
}
