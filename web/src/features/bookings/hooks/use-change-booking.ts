import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { useOptimisticChange } from '../changes-api.ts'
import { formatRooms, formatTimes, weekdayAndDay } from '../shared/wording.ts'

/** Changes a booking optimistically. A toast describes the change. */
export const useChangeBooking = () => useOptimisticChange(changeText)

function changeText(before: CalendarBooking, after: Booking): string {
  const room = formatRooms(after)
  if (before.starts_at === after.starts_at && room === formatRooms(before)) return 'Booking changed'
  return `Moved to ${[weekdayAndDay(after.booking_date), formatTimes(after), room].filter(Boolean).join(', ')}`
}
