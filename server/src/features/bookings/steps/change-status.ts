import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { isTransitionAllowed, type Transition, transitions } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingFee } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { hideAmountsOf } from '../amounts/service.ts'
import { resolveActingActor } from '../crew/service.ts'
import { getBooking, lockBookingRow } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import * as queries from './queries.ts'

/** The input of a step. */
export type StepInput = {
  id: string
  now: Date
  reason?: string | null | undefined
  no_show?: boolean
  version?: number
}

/** A step of a booking. */
type Step = {
  transition: Transition
  isAllowed: (actor: Actor, booking: Booking) => boolean
  /** Whether crew may make the step for sessions that they are assigned to. Other steps need the desk. */
  allowsAssignedCrew?: boolean
  /** Throws if this booking cannot make the step. */
  check?: (tx: Tx, actor: Actor, before: Booking) => Promise<void> | void
  /** Returns the new fee, or null for none. Without this function the step does not change fees. */
  findFee?: (actor: Actor, before: Booking) => BookingFee | null
}

/** Makes a step from one status to the next, with the fee that it costs. */
export function changeStatus(caller: Caller, input: StepInput, step: Step): Promise<Booking> {
  const { transition } = step
  const { from } = transitions[transition]
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const unlocked = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    const actingActor = step.allowsAssignedCrew ? await resolveActingActor(tx, actor, unlocked) : actor
    authorize(step.isAllowed(actingActor, unlocked))
    const before = (await lockBookingRow(tx, input.id)) ?? fail('NOT_FOUND')
    if (!isTransitionAllowed(transition, before.status)) fail('INVALID_TRANSITION')
    await step.check?.(tx, actor, before)
    checkVersion(before, input)
    const fees = step.findFee && feesById(before, step.findFee(actor, before))
    const columns = buildStep(transition, user_id, input)
    const changedRows = await queries.applyStep(tx, [input.id], from, { step: columns, version: input.version, fees })
    if (changedRows.length === 0) fail('INVALID_TRANSITION')
    const after = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
    await recordBooking(tx, actor, { caller, action: `bookings.${transition}`, before, after })
    return hideAmountsOf(tx, actor, after)
  })
}

const feesById = ({ id }: Booking, fee: BookingFee | null) => (fee ? { [id]: fee } : {})

/** Fails if a session has not begun yet: only sessions that have begun can be completed or missed. */
export function checkBegun({ starts_at }: Pick<Booking, 'starts_at'>, now: Date) {
  if (Date.parse(starts_at) > now.getTime()) fail('SESSION_NOT_BEGUN')
}

const CHANGED = 'This request has changed since you opened it. Check it again, then confirm.'

/** Fails if the request has changed since the caller saw it. */
export function checkVersion(before: Pick<Booking, 'version'>, { version }: { version?: number | undefined }) {
  if (version !== undefined && version !== before.version) fail('STALE_VERSION', { message: CHANGED })
}

/** The columns that a step writes. */
export function buildStep(transition: Transition, user_id: string, input: Omit<StepInput, 'id'>): queries.StepColumns {
  const at = input.now.toISOString()
  const { to } = transitions[transition]
  return {
    status: to,
    updated_at: at,
    ...(to === 'cancelled' && { cancelled_at: at, cancelled_by: user_id, cancel_reason: input.reason || null }),
    ...(input.no_show !== undefined && { no_show_at: input.no_show ? at : null }),
  }
}
