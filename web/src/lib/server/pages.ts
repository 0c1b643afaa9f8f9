import type { InfiniteData } from '@tanstack/react-query'

/** Query options for lists with cursor pagination. */
export const cursorPaging: {
  initialPageParam: string | undefined
  getNextPageParam: (page: { next_cursor: string | null }) => string | undefined
} = {
  initialPageParam: undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
}

/** The cursor parameter of a page request; empty for the first page. */
export const cursorInput = (cursor: string | undefined) => (cursor ? { cursor } : {})

/** The rows of all loaded pages as one list. */
export const flattenPages = <Row>({ pages }: InfiniteData<{ items: readonly Row[] }, string | undefined>): Row[] =>
  pages.flatMap(({ items }) => items)
