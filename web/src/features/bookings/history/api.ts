import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

const ENTRIES_A_PAGE = 20

/** What happened to a booking, the newest first. Below the bookings' own key, so that any change reads it again. */
export const useHistory = (id: string) =>
  useInfiniteQuery(
    api.bookings.getHistory.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: ENTRIES_A_PAGE, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      select: ({ pages }) => pages.flatMap(({ items }) => items),
    }),
  )
