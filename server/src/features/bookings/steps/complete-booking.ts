import { canComplete } from '@studiohub/contract/features/bookings/policy.ts'
import type { Caller } from '#platform/db/actor.ts'
import { changeStatus, checkBegun, type StepInput } from './change-status.ts'

/** Marks a confirmed session as completed. */
export const completeBooking = (caller: Caller, input: StepInput) =>
  changeStatus(caller, input, {
    transition: 'complete',
    isAllowed: canComplete,
    check: (_tx, _actor, before) => checkBegun(before, input.now),
  })
