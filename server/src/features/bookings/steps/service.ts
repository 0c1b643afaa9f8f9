import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canCancel,
  canCancelForClient,
  canComplete,
  canConfirm,
  canDecline,
  canMarkNoShow,
  canWaiveFee,
  isBoundByCutoff,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  isTooLateToCancel,
  isTransitionAllowed,
  type Transition,
  transitions,
} from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { cancellationFee, isCharged, noShowFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { BookingFee } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { hideAmountsOf } from '../amounts/service.ts'
import { getBookingContext } from '../context/queries.ts'
import { findActingActor } from '../crew/service.ts'
import { getBooking } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import * as queries from './queries.ts'

/** The input of a step. */
type StepInput = {
  id: string
  now: Date
  reason?: string | null | undefined
  no_show?: boolean
  version?: number
  for_client?: boolean | undefined
  seen_fee_minor?: number | undefined
}

/** The studio confirms a pending booking, in the version that it has seen. */
export const confirmBooking = (caller: Caller, input: StepInput & { version: number }) =>
  changeStatus(caller, 'confirm', canConfirm, input)

/** The studio declines a pending booking, in the version that it has seen. This cancels the booking. */
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
    if (!isTransitionAllowed(transition, before.status)) fail('INVALID_TRANSITION')
    if (transition === 'noShow' && before.booking_type !== 'client_booking') fail('INVALID_TRANSITION')
    if (transitions[transition].to === 'completed' && Date.parse(before.starts_at) > input.now.getTime()) {
      fail('SESSION_NOT_BEGUN')
    }
    if (transition === 'cancel' && isBoundByCutoff(actor, before.studio_id)) await checkCutoff(tx, before, input.now)
    checkSeenVersion(before, input)
    if (transition === 'confirm') checkOpen(before, input.now)
    const { from } = transitions[transition]
    const step = stepOf(transition, user_id, input)
    const fees = feesOf(transition, actor, { before, input })
    const taken = await queries.applyStep(tx, [input.id], from, { step, version: input.version, fees })
    if (taken.length === 0) await failChanged(tx, transition, input)
    const after = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    await recordBooking(tx, actor, { caller, action: `bookings.${transition}`, before, after })
    return hideAmountsOf(tx, actor, after)
  })
}

/** The fee that a step causes; undefined if the step does not change it. */
function feesOf(transition: Transition, actor: Actor, { before, input }: { before: Booking; input: StepInput }) {
  if (transition === 'noShow') return feesById(before, input.no_show ? noShowFee(before) : null)
  if (transition !== 'cancel') return undefined
  if (input.for_client) authorize(canCancelForClient(actor, before), 'FIELD_NOT_ALLOWED')
  const isCharged = input.for_client || isBoundByCutoff(actor, before.studio_id)
  const fee = isCharged ? cancellationFee(before, input.now) : null
  const { seen_fee_minor } = input
  if (fee && seen_fee_minor !== undefined && fee.amount_minor > seen_fee_minor) {
    fail('FEE_CHANGED', { details: { fee_minor: fee.amount_minor } })
  }
  return feesById(before, fee)
}

const feesById = ({ id }: Booking, fee: BookingFee | null) => (fee ? { [id]: fee } : {})

/** Waives the fee of a cancelled or missed session. The amount stays visible. */
export function waiveFee(caller: Caller, { id, reason, now }: { id: string; reason: string; now: Date }) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    authorize(canWaiveFee(actor, before))
    if (!isCharged(before.fee)) return fail('INVALID_TRANSITION', { message: NO_FEE })
    const at = now.toISOString()
    const fee = { ...before.fee, waived_at: at, waived_by: user_id, waive_reason: reason }
    const after = { ...before, fee, updated_at: at, version: before.version + 1 }
    await recordBooking(tx, actor, { caller, action: 'bookings.waiveFee', before, after })
    // The row policies let people change only bookings that they cancelled themselves.
    await actAs(tx, 'system')
    if (!(await queries.updateFee(tx, before, { fee, updated_at: at }))) fail('INVALID_TRANSITION', { message: NO_FEE })
    return after
  })
}

const NO_FEE = 'This booking has no fee to waive.'

const CHANGED = 'This request has changed since you opened it. Check it again, then confirm.'

/** Fails if the request has changed since the caller saw it. */
export function checkSeenVersion(before: Pick<Booking, 'version'>, { version }: { version?: number | undefined }) {
  if (version !== undefined && version !== before.version) fail('STALE_VERSION', { message: CHANGED })
}

/** Expired requests cannot be confirmed, even before the job that ends them has run (every ten minutes). */
function checkOpen({ expires_at }: Pick<Booking, 'expires_at'>, now: Date) {
  if (expires_at === null || Date.parse(expires_at) > now.getTime()) return
  fail('INVALID_TRANSITION', { message: 'This request has expired. Book the session again for the client.' })
}

/** Throws the error for a booking that changed between reading it and the step. */
async function failChanged(tx: Tx, transition: Transition, input: StepInput): Promise<never> {
  const now = await getBooking(tx, input.id)
  if (now && isTransitionAllowed(transition, now.status)) checkSeenVersion(now, input)
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
