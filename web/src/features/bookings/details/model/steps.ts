import type { Actor } from '@studiohub/contract/actor.ts'
import {
  canCancel,
  canComplete,
  canConfirm,
  canDecline,
  isBoundByCutoff,
} from '@studiohub/contract/features/bookings/policy.ts'
import { isPossible, isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'

/** Which steps a booking offers to the current user; `too_late` where only the studio's cut-off stands in the way. */
export type Steps = {
  confirm: boolean
  decline: boolean
  complete: boolean
  cancel: boolean | 'too_late'
}

/**
 * Asks the same rules as the server, which decides in the end.
 * @param terms the studio's cut-off in hours before the start; `now` by this browser's clock
 */
export function stepsOf(booking: Booking, actor: Actor, terms: { cutoff_hours: number; now: Date }): Steps {
  const { status, starts_at, booking_type } = booking
  const { cutoff_hours, now } = terms
  return {
    confirm: canConfirm(actor, booking) && isPossible('confirm', status),
    decline: canDecline(actor, booking) && isPossible('decline', status),
    // Blocked time is over when it is over; a session is complete when somebody was there.
    complete:
      canComplete(actor, booking) &&
      isPossible('complete', status) &&
      booking_type === 'client_booking' &&
      Date.parse(starts_at) <= now.getTime(),
    cancel: cancelOf(),
  }

  function cancelOf() {
    if (!canCancel(actor, booking) || !isPossible('cancel', status)) return false
    const tooLate = isBoundByCutoff(actor, booking.studio_id) && isTooLateToCancel(starts_at, cutoff_hours, now)
    return tooLate ? 'too_late' : true
  }
}
