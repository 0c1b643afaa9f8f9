import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canCancel,
  canComplete,
  canConfirm,
  canDecline,
  canMarkNoShow,
  isBoundByCutoff,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  isPossible,
  isTooLateToCancel,
  type Transition,
  transitions,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getBookingContext } from '../context/queries.ts'
import { findActingActor } from '../crew/service.ts'
import { getBooking } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import * as queries from './queries.ts'

/** The input of a step. */
type StepInput = { id: string; now: Date; reason?: string | null | undefined; no_show?: boolean; version?: number }

/** The studio confirms the version of a pending booking that it has seen. */
export const confirmBooking = (caller: Caller, input: StepInput & { version: number }) =>
  changeStatus(caller, 'confirm', canConfirm, input)

/** The studio declines the version of a pending booking that it has seen. This cancels the booking. */
export const declineBooking = (caller: Caller, input: StepInput & { version: number }) =>
  changeStatus(caller, 'decline', canDecline, input)

/** Cancels a booking: the studio at any time, its client until the cut-off. */
export const cancelBooking = (caller: Caller, input: StepInput) => changeStatus(caller, 'cancel', canCancel, input)

/** Marks a confirmed session as completed. */
export const completeBooking = (caller: Caller, input: StepInput) =>
  changeStatus(caller, 'complete', canComplete, input)

/** Sets or removes the mark of a no-show. */
export const markNoShow = (caller: Caller, input: StepInput & { no_show: boolean }) =>
  changeStatus(caller, 'noShow', canMarkNoShow, input)

function changeStatus(
  caller: Caller,
  transition: Transition,
  may: (actor: Actor, booking: Booking) => boolean,
  input: StepInput,
): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    // Crew may confirm sessions that they are assigned to; all other steps need the desk.
    const acting = transition === 'confirm' ? await findActingActor(tx, actor, before) : actor
    authorize(may(acting, before))
    if (!isPossible(transition, before.status)) fail('INVALID_TRANSITION')
    if (transition === 'noShow' && before.booking_type !== 'client_booking') fail('INVALID_TRANSITION')
    if (transitions[transition].to === 'completed' && Date.parse(before.starts_at) > input.now.getTime()) {
      fail('SESSION_NOT_BEGUN')
    }
    if (transition === 'cancel' && isBoundByCutoff(actor, before.studio_id)) await checkCutoff(tx, before, input.now)
    checkSeen(before, input)
    if (transition === 'confirm') checkOpen(before, input.now)
    const { from } = transitions[transition]
    const step = stepOf(transition, user_id, input)
    const taken = await queries.applyStep(tx, [input.id], from, { step, version: input.version })
    if (taken.length === 0) await failChanged(tx, transition, input)
    const after = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    await recordBooking(tx, actor, { caller, action: `bookings.${transition}`, before, after })
    return after
  })
}

const CHANGED = 'This request has changed since you opened it. Check it again, then confirm.'

/** Fails if the request has changed since the caller has seen it. */
export function checkSeen(before: Pick<Booking, 'version'>, { version }: { version?: number | undefined }) {
  if (version !== undefined && version !== before.version) fail('STALE_VERSION', { message: CHANGED })
}

/** Expired requests cannot be confirmed, even before the job that ends them runs (every ten minutes). */
function checkOpen({ expires_at }: Pick<Booking, 'expires_at'>, now: Date) {
  if (expires_at === null || Date.parse(expires_at) > now.getTime()) return
  fail('INVALID_TRANSITION', { message: 'This request has expired. Book the session again for the client.' })
}

/** Fails with the error for a booking that changed between reading it and the step. */
async function failChanged(tx: Tx, transition: Transition, input: StepInput): Promise<never> {
  const now = await getBooking(tx, input.id)
  if (now && isPossible(transition, now.status)) checkSeen(now, input)
  return fail('INVALID_TRANSITION')
}

/** The columns that a step writes. */
export function stepOf(transition: Transition, user_id: string, input: Omit<StepInput, 'id'>): queries.Step {
  const at = input.now.toISOString()
  const { to } = transitions[transition]
  return {
    status: to,
    updated_at: at,
    ...(to === 'cancelled' && { cancelled_at: at, cancelled_by: user_id, cancel_reason: input.reason || null }),
    ...(input.no_show !== undefined && { no_show_at: input.no_show ? at : null }),
  }
}

async function checkCutoff(tx: Tx, booking: Booking, now: Date) {
  const { cancellation_cutoff_hours } = (await getBookingContext(tx, booking)) ?? fail('NOT_FOUND')
  authorize(!isTooLateToCancel(booking.starts_at, cancellation_cutoff_hours, now), 'CANCELLATION_TOO_LATE')
}
