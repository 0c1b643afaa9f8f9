import { fail } from '@studiohub/contract/errors.ts'
import { canConfirm } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Caller } from '#platform/db/actor.ts'
import { changeStatus, checkVersion, type StepInput } from './change-status.ts'

/** The studio confirms a pending booking, in the version that it has seen. */
export const confirmBooking = (caller: Caller, input: StepInput & { version: number }) =>
  changeStatus(caller, input, {
    transition: 'confirm',
    isAllowed: canConfirm,
    allowsAssignedCrew: true,
    check(_tx, _actor, before) {
      // The version comes first: "changed by someone else" explains more than "expired".
      checkVersion(before, input)
      checkNotExpired(before, input.now)
    },
  })

/** Fails if the request has expired, even if the job that ends it (every ten minutes) has not run yet. */
function checkNotExpired({ expires_at }: Pick<Booking, 'expires_at'>, now: Date) {
  if (expires_at === null || Date.parse(expires_at) > now.getTime()) return
  fail('INVALID_TRANSITION', { message: 'This request has expired. Book the session again for the client.' })
}
