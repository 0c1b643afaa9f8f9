import {
  defaultScheduler,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import { whenBack } from './connection.ts'
import { hasCode, type Problem, problemOf } from './problem.ts'
import { readAgain } from './read-again.ts'

/** A sentence of the spec's catalogue, or a title with a line below it. */
type Sentence = string | { title: string; description?: string }

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What to say when it worked; a function where the sentence depends on the answer. */
      done?: Sentence | ((data: unknown, variables: unknown) => Sentence | null)
      /**
       * The title when it failed; the server's message goes below, unless a description is given. A function where the
       * message itself is to stand first, or where the screen says it better; null: no toast.
       */
      failed?: Sentence | ((problem: Problem) => Sentence | null)
      /** The queries that the change makes stale. */
      refresh?: QueryKey
    }
    queryMeta: {
      /** The same, where the spec asks for a toast besides the failed state. */
      failed?: Sentence | ((problem: Problem) => Sentence | null)
    }
  }
}

const textOf = (sentence: Sentence) => (typeof sentence === 'string' ? { title: sentence } : sentence)

function sayFailed(failed: Sentence | ((problem: Problem) => Sentence | null), error: unknown) {
  const problem = problemOf(error)
  const sentence = typeof failed === 'function' ? failed(problem) : failed
  const { message: description, link } = problem
  if (sentence) toast.failed({ description, ...textOf(sentence), ...(link && { description, link }) })
}

// A lost connection is worth a second try, a refusal never.
const isWorthRetrying = (error: unknown) => ['UNREACHABLE', 'UNAVAILABLE'].includes(problemOf(error).code)

/** The one client of this page, and the one place that toasts (spec section 8). */
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
      if (failed) sayFailed(failed, error)
    },
  }),
  mutationCache: new MutationCache({
    async onSuccess(data, variables, _context, mutation) {
      const { done, refresh } = mutation.meta ?? {}
      const sentence = typeof done === 'function' ? done(data, variables) : done
      if (sentence) toast.done(textOf(sentence))
      if (refresh) await readAgain(queryClient, refresh)
    },
    onError(error, _variables, _context, mutation) {
      // The sign-in page, where the browser is on its way, says it better than a toast over a page that goes away.
      if (hasCode(error, 'UNAUTHENTICATED')) return
      if (mutation.meta?.failed) sayFailed(mutation.meta.failed, error)
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
