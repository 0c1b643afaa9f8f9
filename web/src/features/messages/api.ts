import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'

const ROWS_PER_PAGE = 10

/** The log of a studio's emails and text messages, newest first. */
export const useMessages = (studio_id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.messages.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ studio_id, limit: ROWS_PER_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
    }),
  )
