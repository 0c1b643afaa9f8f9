import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const isLoadingMore = ({ state }: Query) => state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined

/**
 * Invalidates queries without cancelling a running "load more": such a list is invalidated after its next page has arrived.
 * @param key prefix of the query keys; `[]` means all
 */
export async function refetchQueries(queryClient: QueryClient, key: QueryKey) {
  const loadingMore = queryClient.getQueryCache().findAll({ queryKey: key, predicate: isLoadingMore })
  const afterwards = loadingMore.map(async ({ queryKey, promise }) => {
    await promise?.catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey, exact: true })
  })
  const rest = queryClient.invalidateQueries({ queryKey: key, predicate: (query) => !loadingMore.includes(query) })
  await Promise.all([rest, ...afterwards])
}
