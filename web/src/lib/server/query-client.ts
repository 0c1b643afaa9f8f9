import { defaultScheduler, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { onReconnect } from './connection.ts'
import { describeError } from './describe-error.ts'
import { refetchQueries } from './refetch-queries.ts'
import { type ErrorToastText, showError } from './toast-texts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast, where the spec asks for one besides the error state. */
      failed?: ErrorToastText
    }
  }
}

// Retry lost connections, never errors that the server decided on.
const isWorthRetrying = (error: unknown) => ['UNREACHABLE', 'UNAVAILABLE'].includes(describeError(error).code)

/** The only query client. Failed reads show their toast here; changes do it in `useAction` (spec section 8). */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // 'always': offline requests fail with a message instead of waiting forever.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      // Loading more is a click and needs feedback, also in lists that show no toast.
      const failed = query.meta?.failed ?? (query.state.fetchMeta?.fetchMore && 'Failed to load more')
      if (failed) showError(failed, error)
    },
  }),
})

// Refetches everything after an outage.
onReconnect(() => void refetchQueries(queryClient, []))

/** Renders cache writes in the current task. With the default scheduler, dragged elements would lag a frame or two. */
export function renderImmediately(write: () => void) {
  notifyManager.setScheduler(queueMicrotask)
  write()
  notifyManager.setScheduler(defaultScheduler)
}
