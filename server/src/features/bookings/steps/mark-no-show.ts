import { fail } from '@studiohub/contract/errors.ts'
import { canMarkNoShow } from '@studiohub/contract/features/bookings/policy.ts'
import { computeNoShowFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { Caller } from '#platform/db/actor.ts'
import { changeStatus, checkBegun, type StepInput } from './change-status.ts'

/** Marks a session as a no-show, or removes the mark. */
export const markNoShow = (caller: Caller, input: StepInput & { no_show: boolean }) =>
  changeStatus(caller, input, {
    transition: 'noShow',
    isAllowed: canMarkNoShow,
    check(_tx, _actor, before) {
      if (before.booking_type !== 'client_booking') fail('INVALID_TRANSITION')
      checkBegun(before, input.now)
    },
    findFee: (_actor, before) => (input.no_show ? computeNoShowFee(before) : null),
  })
