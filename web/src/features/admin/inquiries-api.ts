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
    // The count in the tab's title loads them too. Opening the tab asks again.
    staleTime: 0,
  })

/** How many partnership applications wait for an answer. 0 until they are loaded. */
export const useNewApplicationCount = (): number =>
  useApplications().data?.filter(({ partner_since }) => !partner_since).length ?? 0

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
