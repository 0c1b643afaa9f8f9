import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canCancel, canCancelForClient, isBoundByCutoff } from '@studiohub/contract/features/bookings/policy.ts'
import { isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { computeCancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { BookingFee } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { authorize } from '#platform/auth/authorize.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getBookingContext } from '../context/queries.ts'
import { changeStatus, type StepInput } from './change-status.ts'

type CancelInput = StepInput & {
  /** True if the studio cancels at its client's request. Then the fee of the policy applies. */
  for_client?: boolean | undefined
  /** The highest fee that the caller has seen; a higher one is an error. */
  seen_fee_minor?: number | undefined
}

/** Cancels a booking. The studio may do this at any time, its client until the cut-off. */
export const cancelBooking = (caller: Caller, input: CancelInput) =>
  changeStatus(caller, input, {
    transition: 'cancel',
    isAllowed: canCancel,
    async check(tx, actor, before) {
      if (isBoundByCutoff(actor, before.studio_id)) await checkCutoff(tx, before, input.now)
    },
    findFee: (actor, before) => computeFee(actor, before, input),
  })

async function checkCutoff(tx: Tx, booking: Booking, now: Date) {
  const { cancellation_cutoff_hours } = (await getBookingContext(tx, booking)) ?? fail('NOT_FOUND')
  if (isTooLateToCancel(booking.starts_at, cancellation_cutoff_hours, now)) fail('CANCELLATION_TOO_LATE')
}

/** The fee for cancelling. Fails if it is higher than the caller has seen. */
function computeFee(
  actor: Actor,
  before: Booking,
  { now, for_client, seen_fee_minor }: CancelInput,
): BookingFee | null {
  if (for_client) authorize(canCancelForClient(actor, before), 'FIELD_NOT_ALLOWED')
  const policyApplies = for_client || isBoundByCutoff(actor, before.studio_id)
  const fee = policyApplies ? computeCancellationFee(before, now) : null
  if (fee && seen_fee_minor !== undefined && fee.amount_minor > seen_fee_minor) {
    fail('FEE_CHANGED', { details: { fee_minor: fee.amount_minor } })
  }
  return fee
}
