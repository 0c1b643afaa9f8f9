import type { Actor } from '@studiohub/contract/actor.ts'
import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { isOnHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import {
  canCancel,
  canComplete,
  canConfirm,
  canDecline,
  isBoundByCutoff,
} from '@studiohub/contract/features/bookings/policy.ts'
import { isTooLateToCancel, isTransitionAllowed } from '@studiohub/contract/features/bookings/rules.ts'
import type { RowAction } from '#ui/row-menu.tsx'

/** A step of a booking: as a button or in a menu. */
export type StepAction = RowAction & { pending?: boolean }

/** The actions of a booking for the current user. `too_late`: only the cancellation deadline prevents it. */
export type Steps = {
  confirm: boolean
  decline: boolean
  complete: boolean
  cancel: boolean | 'too_late'
}

/**
 * Uses the same rules as the server, which decides.
 * @param terms the studio's cancellation deadline in hours before the start; `now` from this browser
 */
export function getSteps(booking: CalendarBooking, actor: Actor, terms: { cutoff_hours: number; now: Date }): Steps {
  const { status, starts_at, booking_type } = booking
  const { cutoff_hours, now } = terms
  return {
    confirm: canConfirm(actor, booking) && isTransitionAllowed('confirm', status),
    // A hold belongs to the studio itself, so it is cancelled instead of declined.
    decline: canDecline(actor, booking) && isTransitionAllowed('decline', status) && !isOnHold(booking),
    // Blocked time ends by itself; only sessions with a client can be completed.
    complete:
      canComplete(actor, booking) &&
      isTransitionAllowed('complete', status) &&
      booking_type === 'client_booking' &&
      Date.parse(starts_at) <= now.getTime(),
    cancel: getCancelStep(),
  }

  function getCancelStep() {
    if (!canCancel(actor, booking) || !isTransitionAllowed('cancel', status)) return false
    const isTooLate = isBoundByCutoff(actor, booking.studio_id) && isTooLateToCancel(starts_at, cutoff_hours, now)
    return isTooLate ? 'too_late' : true
  }
}
