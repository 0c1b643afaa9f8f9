import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { loadError } from './api.ts'

const REQUESTS_PER_PAGE = 20
const pageInput = (cursor: string | undefined) => ({ limit: REQUESTS_PER_PAGE, ...cursorInput(cursor) })

/** Partnership applications, newest first. */
export const useApplications = () =>
  useInfiniteQuery({
    ...api.partners.listApplications.infiniteOptions({
      input: pageInput,
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loadError,
    // The server does not announce a new application.
    staleTime: 0,
  })

/** Contact requests from the public pages, newest first. */
export const useContactRequests = () =>
  useInfiniteQuery({
    ...api.marketing.listContactRequests.infiniteOptions({
      input: pageInput,
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loadError,
  })
