import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const isFetching = ({ state }: Query) => state.fetchStatus !== 'idle'
const isLoadingMore = (query: Query) => isFetching(query) && query.state.fetchMeta?.fetchMore !== undefined
/** Whether a component waits for the first result. Invalidating the query would reuse the running fetch. */
const isFirstLoad = (query: Query) =>
  query.state.fetchStatus === 'fetching' && query.state.data === undefined && query.isActive()
/** Whether a query is fetching that no component uses. Invalidating it does not restart its fetch. */
const isFetchingInactive = (query: Query) => isFetching(query) && !query.isActive()

/**
 * Invalidates queries without cancelling a running "load more". Lists that are loading more are invalidated after their next
 * page has arrived. Queries that load for the first time and queries that no component uses are invalidated after their running
 * fetch, because the server may have answered it before the change.
 * @param key prefix of the query keys; `[]` means all
 */
export async function refetchQueries(queryClient: QueryClient, key: QueryKey) {
  const loading = findQueries(queryClient, key, (query) => isLoadingMore(query) || isFirstLoad(query))
  const others = queryClient.invalidateQueries({ queryKey: key, predicate: (query) => !loading.includes(query) })
  markOutdated(queryClient, key, (query) => isFetchingInactive(query) && !loading.includes(query))
  const loaded = loading.map(async ({ queryKey, promise }) => {
    await promise?.catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey, exact: true })
  })
  await Promise.all([others, ...loaded])
}

/** Marks queries so that the next component that uses them fetches again, even if a fetch is running now. */
export function markOutdated(
  queryClient: QueryClient,
  key: QueryKey,
  predicate: (query: Query) => boolean = () => true,
) {
  for (const query of findQueries(queryClient, key, predicate)) {
    query.invalidate()
    // A component that mounts during the fetch gets its result, so the query is invalidated again afterwards.
    const invalidate = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    if (isFetching(query)) void query.promise?.then(invalidate, () => undefined)
  }
}

const findQueries = (queryClient: QueryClient, queryKey: QueryKey, predicate: (query: Query) => boolean) =>
  queryClient.getQueryCache().findAll({ queryKey, predicate })
