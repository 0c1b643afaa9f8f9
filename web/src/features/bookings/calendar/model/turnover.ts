import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'

/** Whether rooms stay free before and after a booking, to set up and tear down. */
export const needsTurnover = ({ status }: Pick<CalendarBooking, 'status'>) =>
  status === 'pending' || status === 'confirmed'

/** Whether the hours of a day and the days after it show the turnover of a room. */
export function showsTurnover(
  bookings: readonly Pick<CalendarBooking, 'status' | 'booking_date' | 'days' | 'resources'>[],
  rooms: readonly Pick<Resource, 'id' | 'setup_minutes' | 'teardown_minutes'>[],
  firstDay: string,
): boolean {
  const slowRooms = new Set(
    rooms.filter((room) => room.setup_minutes > 0 || room.teardown_minutes > 0).map(({ id }) => id),
  )
  return bookings.some(
    (booking) =>
      needsTurnover(booking) &&
      plusDays(booking.booking_date, booking.days - 1) >= firstDay &&
      booking.resources.some(({ id }) => slowRooms.has(id)),
  )
}
