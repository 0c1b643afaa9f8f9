import type { InfiniteData } from '@tanstack/react-query'

/** How a list that comes a page at a time goes on: with the cursor that its last page ends with. */
export const byCursor: {
  initialPageParam: string | undefined
  getNextPageParam: (page: { next_cursor: string | null }) => string | undefined
} = {
  initialPageParam: undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
}

/** What a page is asked with besides what its list is; nothing for the first one. */
export const after = (cursor: string | undefined) => (cursor ? { cursor } : {})

/** The rows of all pages that have come, as one list. */
export const rowsOf = <Row>({ pages }: InfiniteData<{ items: readonly Row[] }, string | undefined>): Row[] =>
  pages.flatMap(({ items }) => items)
