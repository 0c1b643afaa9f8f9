import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'

const ENTRIES_PER_PAGE = 20

/** The history of a booking, newest first. Its key begins with the bookings' key, so that any change refetches it. */
export const useBookingHistory = (id: string) =>
  useInfiniteQuery(
    api.bookings.getHistory.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: ENTRIES_PER_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
      select: flattenPages,
    }),
  )
