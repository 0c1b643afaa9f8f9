import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { adminKey, loadError, TRAIL_PER_PAGE } from './api.ts'

/** Studios that have connected an account for cards, by name. */
export const useCardStudios = () =>
  useInfiniteQuery({
    ...api.admin.listCardStudios.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: TRAIL_PER_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loadError,
  })

/** Card payments at all studios, and the failed events of the payment provider. */
export const usePlatformCards = () => useQuery({ ...api.admin.getPlatformCards.queryOptions(), meta: loadError })

export const useRetryReport = () =>
  useAction({
    send: client.admin.retryReport,
    done: 'The report is being processed again',
    failed: 'Error repeating the report',
    refresh: adminKey,
  })
