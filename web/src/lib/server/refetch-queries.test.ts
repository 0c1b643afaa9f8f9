import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchQueries } from './refetch-queries.ts'

test('a query that no component uses is outdated, although its fetch was running during the change', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const { promise: response, resolve } = Promise.withResolvers<string>()
  const queryKey = ['bookings', 'own']
  const fetched = queryClient.prefetchQuery({ queryKey, queryFn: () => response })
  await refetchQueries(queryClient, ['bookings'])
  resolve('as before the change')
  await fetched
  await expect.poll(() => queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
  expect(queryClient.getQueryData(queryKey)).toBe('as before the change')
})

test('a query without a running fetch is outdated at once, and others stay', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['bookings', 'own'], 'old')
  queryClient.setQueryData(['resources'], 'old')
  await refetchQueries(queryClient, ['bookings'])
  expect(queryClient.getQueryState(['bookings', 'own'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['resources'])?.isInvalidated).toBe(false)
})

/** A list with two pages. The test resolves each request with its page. */
function aList() {
  const queryClient = new QueryClient()
  const requests: { page: number; resolve: (page: string) => void }[] = []
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['tasks', 'list'],
    queryFn: ({ pageParam }) => new Promise<string>((resolve) => requests.push({ page: pageParam, resolve })),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? 2 : undefined),
    retry: false,
  })
  list.subscribe(() => undefined)
  return { queryClient, requests, list, pages: () => list.getCurrentResult().data?.pages }
}

test('a page that is loading is completed first, and then the list is refetched', async () => {
  const { queryClient, requests, list, pages } = aList()
  requests[0]?.resolve('one')
  await expect.poll(pages).toEqual(['one'])
  const more = list.fetchNextPage()
  const refetched = refetchQueries(queryClient, ['tasks'])
  requests[1]?.resolve('two')
  await more
  expect(pages()).toEqual(['one', 'two'])
  await expect.poll(() => requests.length).toBe(3)
  requests[2]?.resolve('one, changed')
  await expect.poll(() => requests.length).toBe(4)
  requests[3]?.resolve('two, changed')
  await refetched
  expect(pages()).toEqual(['one, changed', 'two, changed'])
  expect(requests.map(({ page }) => page)).toEqual([1, 2, 1, 2])
})

test('a list whose first page was read before the change is refetched', async () => {
  const { queryClient, requests, pages } = aList()
  const refetched = refetchQueries(queryClient, ['tasks'])
  requests[0]?.resolve('as before the change')
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.resolve('one')
  await refetched
  expect(pages()).toEqual(['one'])
})

test('a list that is not loading is refetched at once', async () => {
  const { queryClient, requests, pages } = aList()
  requests[0]?.resolve('one')
  await expect.poll(pages).toEqual(['one'])
  const refetched = refetchQueries(queryClient, ['tasks'])
  expect(requests).toHaveLength(2)
  requests[1]?.resolve('one, changed')
  await refetched
  expect(pages()).toEqual(['one, changed'])
})
