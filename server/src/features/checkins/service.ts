import type { Actor } from '@studiohub/contract/actor.ts'
import { errors, fail } from '@studiohub/contract/errors.ts'
import { isTooLateToUndo } from '@studiohub/contract/features/bookings/rules.ts'
import {
  canCheckIn,
  canCheckOut,
  canListCheckins,
  canUndoCheckin,
} from '@studiohub/contract/features/checkins/policy.ts'
import type { Checkin, NewCheckin } from '@studiohub/contract/features/checkins/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { dayStart, todayIn } from '@studiohub/contract/shared/instants.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getBookingContext } from '../bookings/context/queries.ts'
import { getBooking } from '../bookings/queries.ts'
import { findActiveClientId } from '../clients/queries.ts'
import * as queries from './queries.ts'

type ListCheckinsInput = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** Today's check-ins in the studio's time zone, and older ones that are still open. */
export function listCheckins(caller: Caller, query: ListCheckinsInput, now: Date) {
  const { after, limit, rows } = readPage(query)
  const { studio_id } = query
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canListCheckins(actor, studio_id))
    const { timezone } = (await getBookingContext(tx, { studio_id })) ?? fail('NOT_FOUND')
    const since = dayStart(todayIn(timezone, now), timezone)
    const checkins = await queries.listCheckins(tx, { studio_id, since, after, limit: rows })
    return toPageByTime(checkins, limit, ({ id }) => id)
  })
}

type CreateCheckinInput = NewCheckin & { studio_id: string }

/** Checks a client in, for one of their bookings or without one. */
export function createCheckin(caller: Caller, input: CreateCheckinInput, now: Date): Promise<Checkin> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const { studio_id, booking_id = null } = input
    authorize(canCheckIn(actor, studio_id))
    const client_id = await findActiveClientId(tx, studio_id, input.client_id)
    if (client_id === undefined)
      fail('CLIENT_NOT_IN_STUDIO', { fields: { client_id: errors.CLIENT_NOT_IN_STUDIO.message } })
    const booking = booking_id === null ? null : await getBooking(tx, booking_id)
    if (booking_id !== null && (booking?.studio_id !== studio_id || booking.client_id !== client_id)) fail('NOT_FOUND')
    if (booking?.status === 'cancelled') fail('INVALID_TRANSITION', { message: SESSION_CANCELLED })
    const id = await queries.insertCheckin(tx, {
      studio_id,
      client_id,
      booking_id,
      notes: input.notes || null,
      checked_in_by: user_id,
      check_in_time: arrivalTime(input.at, now),
      changed_at: now.toISOString(),
    })
    const after = (await queries.getCheckin(tx, id)) ?? fail('NOT_FOUND')
    await recordCheckin(tx, actor, { caller, action: 'checkins.create', checkin: after, after })
    return after
  })
}

/**
 * The arrival time: now, or `at` if the desk recorded it earlier without a connection. A device clock that is ahead counts as
 * now.
 */
function arrivalTime(at: string | null | undefined, now: Date): string {
  const time = Math.min(at ? Date.parse(at) : now.getTime(), now.getTime())
  if (time < now.getTime() - DAY_MS)
    fail('VALIDATION_FAILED', { fields: { at: 'Enter a time within the last 24 hours' } })
  return new Date(time).toISOString()
}

export function checkoutCheckin(caller: Caller, id: string, now: Date): Promise<Checkin> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await queries.getCheckin(tx, id)) ?? fail('NOT_FOUND')
    authorize(canCheckOut(actor, before))
    if (!(await queries.closeCheckin(tx, id, user_id, now)))
      fail('INVALID_TRANSITION', { message: 'This client is already checked out.' })
    const after = (await queries.getCheckin(tx, id)) ?? fail('NOT_FOUND')
    await recordCheckin(tx, actor, { caller, action: 'checkins.checkout', checkin: after, before, after })
    return after
  })
}

/** Undoes the last step: deletes an open check-in, or reopens a closed one. */
export function undoCheckin(caller: Caller, { id, version }: Pick<Checkin, 'id' | 'version'>, now: Date) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = (await queries.getCheckin(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUndoCheckin(actor, before))
    if (before.version !== version) fail('STALE_VERSION')
    const changed_at = (await queries.getStepTime(tx, id)) ?? fail('NOT_FOUND')
    if (isTooLateToUndo(changed_at, now)) fail('UNDO_EXPIRED', { message: UNDO_EXPIRED })
    const undo = before.check_out_time === null ? queries.deleteCheckin : queries.reopenCheckin
    if (!(await undo(tx, { id, version }, now))) fail('STALE_VERSION')
    const after = (await queries.getCheckin(tx, id)) ?? null
    await recordCheckin(tx, actor, { caller, action: 'checkins.undo', checkin: before, before, after })
    return { id, checkin: after }
  })
}

const SESSION_CANCELLED = 'This session was cancelled. Check the client in without it.'
const UNDO_EXPIRED = 'This can no longer be undone. Check the client out or in instead.'

type CheckinChange = {
  caller: Caller
  action: AuditAction
  checkin: Pick<Checkin, 'id' | 'studio_id'>
  before?: Checkin
  after: Checkin | null
}

const auditedFields = [
  'id',
  'client_id',
  'booking_id',
  'checked_in_by',
  'check_in_time',
  'check_out_time',
  'checked_out_by',
  'version',
] as const

/** Writes one audit row and notifies the studio's open screens. */
async function recordCheckin(tx: Tx, actor: Actor, { caller, action, checkin, before, after }: CheckinChange) {
  const { id, studio_id } = checkin
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, auditedFields),
    object_type: 'client_checkin',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'checkins', id })
}
