import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useCalendar } from '#features/bookings/calendar-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { findFullyOccupied, getOccupiedRooms, getOpeningTexts } from '#features/bookings/model/free-time.ts'
import { entriesByDay } from '#features/bookings/shared/day-entries.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'

/** Opening hours and fully booked times of a day. @param room_id the chosen room, null for any */
export function DayHint({ context, day, room_id }: { context: BookingContext; day: string; room_id: string | null }) {
  const { studio, rooms } = context
  const hours = useOpeningHours(studio.id)
  // Includes the previous day, because its last session may end on this day.
  const bookings = useCalendar(studio.id, { from: plusDays(day, -1), to: day })
  if (!hours.data || !bookings.data) return null
  const entries = entriesByDay(bookings.data.items, { withCancelled: false }).get(day) ?? []
  const open = getOpeningTexts(hours.data, day)
  const takenTimes = findFullyOccupied(getOccupiedRooms(entries), room_id ? [room_id] : rooms.map(({ id }) => id))
  return (
    <p className="tabular-nums">
      {open.length > 0 ? `Open ${open.join(', ')}.` : 'Closed on this day.'}
      {takenTimes.length > 0 && ` Taken ${takenTimes.join(', ')}.`}
    </p>
  )
}
