import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { BookingsAnswer } from '@studiohub/contract/features/bookings/lists/schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { type Calendar, calendarsKey, rangesKey } from './cache-api.ts'

/** One booking. While it loads, the data of a cached list is used. */
export function useBooking(id: string, enabled = true) {
  const queryClient = useQueryClient()
  return useQuery({
    ...api.bookings.get.queryOptions({ input: { id } }),
    enabled,
    placeholderData: () =>
      queryClient
        .getQueriesData<BookingsAnswer>({ queryKey: rangesKey })
        .flatMap(([, list]) => list?.items ?? [])
        .find((booking) => booking.id === id),
  })
}

/** A booking from a cached calendar, for the time until `useBooking` has loaded it. */
export const useCalendarBooking = (id: string): CalendarBooking | undefined =>
  useQueryClient()
    .getQueriesData<Calendar>({ queryKey: calendarsKey })
    .flatMap(([, calendar]) => calendar?.items ?? [])
    .find((booking) => booking.id === id)
