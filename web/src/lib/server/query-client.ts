import { defaultScheduler, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { whenBack } from './connection.ts'
import { problemOf } from './problem.ts'
import { readAgain } from './read-again.ts'
import { type FailedSentence, showFailed } from './sentences.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast where the spec asks for one besides the failed state. */
      failed?: FailedSentence
    }
  }
}

// A lost connection is worth a second try, a refusal never.
const isWorthRetrying = (error: unknown) => ['UNREACHABLE', 'UNAVAILABLE'].includes(problemOf(error).code)

/** The one client of this page. Failed reads toast here, changes in `useAct` (spec section 8). */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // Always: without a network a read fails like any other and says so, instead of waiting without an end.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      // Behind a further page that does not come stands a click, which is answered where reading a list says nothing.
      const failed = query.meta?.failed ?? (query.state.fetchMeta?.fetchMore && 'Failed to load more')
      if (failed) showFailed(failed, error)
    },
  }),
})

// Whatever was missed in the meantime, and whatever failed because of it.
whenBack(() => void readAgain(queryClient, []))

/** Draws what is written in the task that writes it: by the usual timer what a hand has moved comes a frame or two later. */
export function drawAtOnce(write: () => void) {
  notifyManager.setScheduler(queueMicrotask)
  write()
  notifyManager.setScheduler(defaultScheduler)
}
