import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { BookingsAnswer } from '@studiohub/contract/features/bookings/lists/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { isNewer } from '#lib/server/is-newer.ts'
import { useLive } from '#lib/server/live.ts'

export const bookingsKey = api.bookings.key()
export const changeKey = ['change-booking']
export const rangesKey = api.bookings.list.key({ type: 'query' })
export const calendarsKey = api.bookings.getCalendar.key()
export const bookingKey = (id: string) => api.bookings.get.queryKey({ input: { id } })
export const resourcesKey = api.resources.key()

/** A cached calendar. `etag` is null after this browser has changed it. */
export type Calendar = { etag: string | null; items: CalendarBooking[] }

/** Refetches bookings and related data when they change. */
export function useLiveBookings() {
  useLive('bookings', bookingsKey)
  useLive('resources', resourcesKey)
}

/** Writes a changed booking to every cache that shows it. */
export function cacheBooking(queryClient: QueryClient, id: string, preview: Partial<Booking>) {
  queryClient.setQueriesData<BookingsAnswer>(
    { queryKey: rangesKey },
    (list) => list && { ...list, items: mergePreview(list.items, id, preview) },
  )
  queryClient.setQueriesData<Calendar>(
    { queryKey: calendarsKey },
    (calendar) => calendar && { etag: null, items: mergePreview(calendar.items, id, preview) },
  )
  queryClient.setQueryData(bookingKey(id), (booking) => booking && mergeNewer(booking, preview))
}

const mergePreview = <Item extends { id: string }>(items: readonly Item[], id: string, preview: Partial<Booking>) =>
  items.map((item) => (item.id === id ? mergeNewer(item, preview) : item))

const mergeNewer = <Item extends object>(item: Item, preview: Partial<Booking>): Item =>
  isNewer(item, preview) ? item : { ...item, ...preview }

/** Writes a response at once, because the next action needs its version and must not wait for the refetch. */
export function cacheResponse(queryClient: QueryClient, booking: Booking) {
  // While another change is pending, the screen already shows the times of that change.
  const isChanging = queryClient.isMutating({ mutationKey: changeKey }) > 0
  cacheBooking(queryClient, booking.id, isChanging ? { status: booking.status, version: booking.version } : booking)
}
