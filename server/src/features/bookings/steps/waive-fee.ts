import { fail } from '@studiohub/contract/errors.ts'
import { canWaiveFee } from '@studiohub/contract/features/bookings/policy.ts'
import { isCharged } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { getBooking } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import * as queries from './queries.ts'

const NO_FEE = 'This booking has no fee to waive.'

/** Waives the fee of a cancelled or missed session. The amount stays visible. */
export function waiveFee(caller: Caller, { id, reason, now }: { id: string; reason: string; now: Date }) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    authorize(canWaiveFee(actor, before))
    if (!isCharged(before.fee)) fail('INVALID_TRANSITION', { message: NO_FEE })
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
