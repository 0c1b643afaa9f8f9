import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'

const ENTRIES_A_PAGE = 20

/** What happened to a booking, the newest first. Below the bookings' own key, so that any change reads it again. */
export const useHistory = (id: string) =>
  useInfiniteQuery(
    api.bookings.getHistory.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: ENTRIES_A_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
      select: flattenPages,
    }),
  )
