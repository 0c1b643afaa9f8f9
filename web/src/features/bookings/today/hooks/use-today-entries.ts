import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useMemo } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'

/** Today's sessions by time. They include yesterday's last session if it ends today. */
export function useTodayEntries({ studio, today }: BookingContext) {
  const bookings = useBookingsBetween(studio.id, { from: plusDays(today, -1), to: today })
  const entries = useMemo(
    () => groupEntriesByDay(bookings.data?.items ?? [], { withCancelled: false }).get(today) ?? [],
    [bookings.data, today],
  )
  return { bookings, entries }
}
