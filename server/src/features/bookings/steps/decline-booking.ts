import { canDecline } from '@studiohub/contract/features/bookings/policy.ts'
import type { Caller } from '#platform/db/actor.ts'
import { changeStatus, type StepInput } from './change-status.ts'

/** The studio declines a pending booking, which cancels it. @param input.version the version that the studio has read */
export const declineBooking = (caller: Caller, input: StepInput & { version: number }) =>
  changeStatus(caller, input, { transition: 'decline', isAllowed: canDecline })
