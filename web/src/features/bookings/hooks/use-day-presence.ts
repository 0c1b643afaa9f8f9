import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { canCheckIn } from '@studiohub/contract/features/checkins/policy.ts'
import { useCheckins } from '#features/checkins/api.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { type DayPresence, describePresenceBriefly, getPresence, hasEnded, needsDesk } from '../shared/presence.ts'
import { isHereAlready } from '../today/model/is-here-already.ts'
import type { BookingContext } from './use-booking-context.ts'

export const nothingToSay: DayPresence = { state: '', isUrgent: false, isOver: false }

/**
 * Returns whether the client of a session is here, due or late, for those who may check clients in.
 * @param isShown whether today is on the screen; otherwise no check-ins are loaded
 */
export function useDayPresence(context: BookingContext, isShown: boolean) {
  const { studio, actor, today, now } = context
  const { data: arrivals } = useCheckins(studio.id, isShown && canCheckIn(actor, studio.id))
  return (booking: CalendarBooking, day: string): DayPresence => {
    if (!arrivals || day !== today || booking.status === 'cancelled') return nothingToSay
    const presence = getPresence(booking, arrivals, now)
    if (hasEnded(presence)) return { ...nothingToSay, isOver: true }
    if (presence.kind === 'request') return nothingToSay
    if (isHereAlready(booking, presence, arrivals)) return { ...nothingToSay, state: 'Already here' }
    const state = describePresenceBriefly(presence, createTimeFormatter(studio.timezone))
    return { state, isUrgent: needsDesk(presence), isOver: false }
  }
}
