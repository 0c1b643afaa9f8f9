import type { BookingsQuery } from '@studiohub/contract/features/bookings/lists/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'

const ROWS_PER_PAGE = 100
const UPCOMING_DAYS = 60

type DateRange = { from: string; to: string }

/** All bookings between two dates, inclusive. Clients get other clients' bookings as busy times only. */
export const bookingsBetweenQuery = (studio_id: string, range: DateRange) =>
  queryOptions({
    ...api.bookings.list.queryOptions({ input: { studio_id, ...range } }),
    meta: { failed: 'Failed to load bookings' },
  })

export const useBookingsBetween = (studio_id: string, range: DateRange) =>
  useQuery(bookingsBetweenQuery(studio_id, range))

/** Like `useBookingsBetween`, with the error toast of the crew's schedule. */
export const useSchedule = (studio_id: string, range: DateRange) =>
  useQuery({ ...bookingsBetweenQuery(studio_id, range), meta: { failed: 'Failed to load schedule' } })

/** Which bookings a list shows: all, those of the next weeks, or pending ones. */
export type BookingListView = 'all' | 'upcoming' | 'pending'

/** What a list is filtered by, such as a room or a status. */
export type BookingFilters = Omit<BookingsQuery, 'studio_id' | 'from' | 'to' | 'cursor' | 'limit'>

const listInputs: Record<BookingListView, (day: string) => Partial<BookingsQuery>> = {
  all: (day) => ({ since: day, limit: ROWS_PER_PAGE }),
  upcoming: (day) => ({ from: day, to: plusDays(day, UPCOMING_DAYS - 1) }),
  // Pending bookings, and confirmed ones with a change request.
  pending: () => ({ waiting: 'true', limit: ROWS_PER_PAGE }),
}

const bookingPages = (input: BookingsQuery) =>
  infiniteQueryOptions({
    ...api.bookings.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: { failed: 'Failed to load bookings' },
  })

/** Bookings from a day on, by date and start time. `upcoming` loads 60 days in one call, the others load pages. */
export const useBookingList = (studio_id: string, show: BookingListView, day: string, filter: BookingFilters) =>
  useInfiniteQuery(bookingPages({ studio_id, ...filter, ...listInputs[show](day) }))

/** Bookings that ended before a day, page by page, the latest first. */
export const useEarlierBookings = (studio_id: string, day: string, filter: BookingFilters, enabled: boolean) =>
  useInfiniteQuery({ ...bookingPages({ studio_id, ...filter, before: day, limit: ROWS_PER_PAGE }), enabled })

/** Whether the studio has any bookings. It is queried only if a month or the list is empty. */
export const useHasBookings = (studio_id: string, enabled: boolean) =>
  useQuery({
    ...api.bookings.list.queryOptions({ input: { studio_id, limit: 1 } }),
    select: ({ items }) => items.length > 0,
    enabled,
  })
