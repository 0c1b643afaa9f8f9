import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const getsMore = ({ state }: Query) => state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined

/**
 * Reads queries again; the one way for whatever has changed by itself. Where a further page of a list is on its way the
 * list waits for it: reading it again at once would take that back. @param key what they begin with; `[]` means all
 */
export async function readAgain(queryClient: QueryClient, key: QueryKey) {
  const waiting = queryClient.getQueryCache().findAll({ queryKey: key, predicate: getsMore })
  const afterwards = waiting.map(async ({ queryKey, promise }) => {
    await promise?.catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey, exact: true })
  })
  const rest = queryClient.invalidateQueries({ queryKey: key, predicate: (query) => !waiting.includes(query) })
  await Promise.all([rest, ...afterwards])
}
