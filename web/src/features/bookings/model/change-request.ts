import type { CalendarBooking, CalendarChange } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { formatShortDate, formatTimes, serviceLabel } from '../shared/wording.ts'

const roomsOf = ({ resources }: Pick<CalendarBooking, 'resources'>) =>
  resources
    .filter(({ kind }) => kind === 'room')
    .map(({ name }) => name)
    .join(', ')

/** 'Tue, Nov 24, 2026, 13:00 – 15:00, Cellar': the new time, with room and service if they change. */
export function requestText(
  booking: CalendarBooking,
  request: CalendarChange,
  services: readonly StudioService[],
): string {
  const { service_type } = request
  const isOtherService = service_type !== booking.service_type
  return [
    formatShortDate(request.booking_date),
    formatTimes(request),
    roomsOf(request) !== roomsOf(booking) && roomsOf(request),
    isOtherService && serviceLabel({ booking_type: booking.booking_type, service_type }, services),
  ]
    .filter(Boolean)
    .join(', ')
}
