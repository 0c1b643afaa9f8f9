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
import { findActingActor } from '../crew/service.ts'
import { getBooking } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import { getTerms } from '../terms/queries.ts'
import * as queries from './queries.ts'

/** What a step was asked with. */
type StepInput = { id: string; now: Date; reason?: string | null | undefined; no_show?: boolean; version?: number }

/** The studio takes a pending booking on, as it saw it. */
export const confirmBooking = (caller: Caller, asked: StepInput & { version: number }) =>
  markStepUsed(caller, 'confirm', canConfirm, asked)

/** The studio turns a pending booking down, as it saw it; it is then cancelled, with a reason if one was given. */
export const declineBooking = (caller: Caller, asked: StepInput & { version: number }) =>
  markStepUsed(caller, 'decline', canDecline, asked)

/** The studio at any time, its client until the cut-off. */
export const cancelBooking = (caller: Caller, asked: StepInput) => markStepUsed(caller, 'cancel', canCancel, asked)

/** A confirmed session took place. */
export const completeBooking = (caller: Caller, asked: StepInput) =>
  markStepUsed(caller, 'complete', canComplete, asked)

/** A session was held ready and nobody came, or they did after all. */
export const markNoShow = (caller: Caller, asked: StepInput & { no_show: boolean }) =>
  markStepUsed(caller, 'noShow', canMarkNoShow, asked)

function markStepUsed(
  caller: Caller,
  transition: Transition,
  may: (actor: Actor, booking: Booking) => boolean,
  asked: StepInput,
): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await getBooking(tx, asked.id)) ?? fail('NOT_FOUND')
    // Crew confirm what they are assigned to; all other steps are the desk's.
    const acting = transition === 'confirm' ? await findActingActor(tx, actor, before) : actor
    authorize(may(acting, before))
    if (!isPossible(transition, before.status)) fail('INVALID_TRANSITION')
    if (transition === 'noShow' && before.booking_type !== 'client_booking') fail('INVALID_TRANSITION')
    if (transitions[transition].to === 'completed' && Date.parse(before.starts_at) > asked.now.getTime()) {
      fail('SESSION_NOT_BEGUN')
    }
    if (transition === 'cancel' && isBoundByCutoff(actor, before.studio_id)) await checkCutoff(tx, before, asked.now)
    checkSeen(before, asked)
    if (transition === 'confirm') checkOpen(before, asked.now)
    const { from } = transitions[transition]
    const step = stepOf(transition, user_id, asked)
    const taken = await queries.markStepUsed(tx, [asked.id], from, { step, version: asked.version })
    if (taken.length === 0) await failChanged(tx, transition, asked)
    const after = (await getBooking(tx, asked.id)) ?? fail('NOT_FOUND')
    await recordBooking(tx, actor, { caller, action: `bookings.${transition}`, before, after })
    return after
  })
}

const CHANGED = 'This request has changed since you opened it. Check it again, then confirm.'

/** Refuses to answer a request that is no longer the one that was seen. */
export function checkSeen(before: Pick<Booking, 'version'>, { version }: { version?: number | undefined }) {
  if (version !== undefined && version !== before.version) fail('STALE_VERSION', { message: CHANGED })
}

/** The job that ends expired requests runs every ten minutes; until then an expired one can no longer be confirmed. */
function checkOpen({ expires_at }: Pick<Booking, 'expires_at'>, now: Date) {
  if (expires_at === null || Date.parse(expires_at) > now.getTime()) return
  fail('INVALID_TRANSITION', { message: 'This request has expired. Book the session again for the client.' })
}

/** Says why a booking that was read a moment ago no longer takes the step. */
async function failChanged(tx: Tx, transition: Transition, asked: StepInput): Promise<never> {
  const now = await getBooking(tx, asked.id)
  if (now && isPossible(transition, now.status)) checkSeen(now, asked)
  return fail('INVALID_TRANSITION')
}

/** What a step writes. */
export function stepOf(transition: Transition, user_id: string, asked: Omit<StepInput, 'id'>): queries.Step {
  const at = asked.now.toISOString()
  const { to } = transitions[transition]
  return {
    status: to,
    updated_at: at,
    ...(to === 'cancelled' && { cancelled_at: at, cancelled_by: user_id, cancel_reason: asked.reason || null }),
    ...(asked.no_show !== undefined && { no_show_at: asked.no_show ? at : null }),
  }
}

async function checkCutoff(tx: Tx, booking: Booking, now: Date) {
  const { cancellation_cutoff_hours } = (await getTerms(tx, booking)) ?? fail('NOT_FOUND')
  authorize(!isTooLateToCancel(booking.starts_at, cancellation_cutoff_hours, now), 'CANCELLATION_TOO_LATE')
}
