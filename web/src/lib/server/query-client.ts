import { defaultScheduler, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { onReconnect } from './connection.ts'
import { describeError } from './describe-error.ts'
import { refetchQueries } from './refetch-queries.ts'
import { type ErrorToastText, showError } from './toast-texts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The error toast, if spec section 8 has one in addition to the error state. */
      failed?: ErrorToastText
    }
  }
}

// Retries only lost connections, never errors that the server has answered.
const isWorthRetrying = (error: unknown) => ['UNREACHABLE', 'UNAVAILABLE'].includes(describeError(error).code)

/** The only query client. Failed reads show their toast here; changes do it in `useAction` (spec section 8). */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // 'always': without a network, requests fail with a message instead of waiting forever.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      // Loading more is a click, so it needs a toast even in lists that have none.
      const failed = query.meta?.failed ?? (query.state.fetchMeta?.fetchMore && 'Failed to load more')
      // Without data, the page has an error state in place of the content.
      if (failed) showError(failed, error, query.state.data === undefined)
    },
  }),
})

// Refetches everything after an outage.
onReconnect(() => void refetchQueries(queryClient, []))

/** Writes to the cache and renders it in the current task. With the default scheduler, dragged elements would lag by a frame or two. */
export function writeAndRenderNow(write: () => void) {
  notifyManager.setScheduler(queueMicrotask)
  write()
  notifyManager.setScheduler(defaultScheduler)
}
