import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { canMarkNoShow } from '@studiohub/contract/features/bookings/policy.ts'
import { isTransitionAllowed } from '@studiohub/contract/features/bookings/rules.ts'
import { useMarkNoShow } from '#features/bookings/completion-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { StepAction } from '../model/steps.ts'

/**
 * Marks a session that has begun as a no-show, or removes the mark; null if the current user may not.
 * @param no_show_at when it was marked; omit it for sessions that are not completed
 */
export function useNoShow(
  booking: CalendarBooking,
  context: BookingContext,
  no_show_at: string | null = null,
): StepAction | null {
  const markNoShow = useMarkNoShow()
  const hasBegun = Date.parse(booking.starts_at) <= context.now.getTime()
  const isOffered =
    booking.booking_type === 'client_booking' &&
    canMarkNoShow(context.actor, booking) &&
    isTransitionAllowed('noShow', booking.status) &&
    hasBegun
  if (!isOffered) return null
  const isMarking = no_show_at === null
  const label = isMarking ? 'No-show' : 'Undo no-show'
  return {
    label,
    name: label,
    pending: markNoShow.isPending,
    onSelect: () => markNoShow.mutate({ id: booking.id, no_show: isMarking }),
  }
}
