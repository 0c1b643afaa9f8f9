import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchQueries } from './refetch-queries.ts'

/** A list with two pages whose answers the test releases. */
function aList() {
  const queryClient = new QueryClient()
  const requests: { page: number; come: (page: string) => void }[] = []
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['tasks', 'list'],
    queryFn: ({ pageParam }) => new Promise<string>((come) => requests.push({ page: pageParam, come })),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? 2 : undefined),
    retry: false,
  })
  list.subscribe(() => undefined)
  return { queryClient, requests, list, pages: () => list.getCurrentResult().data?.pages }
}

test('a page that is loading is completed first, and then the list is read again', async () => {
  const { queryClient, requests, list, pages } = aList()
  requests[0]?.come('one')
  await expect.poll(pages).toEqual(['one'])
  const more = list.fetchNextPage()
  const again = refetchQueries(queryClient, ['tasks'])
  requests[1]?.come('two')
  await more
  expect(pages()).toEqual(['one', 'two'])
  await expect.poll(() => requests.length).toBe(3)
  requests[2]?.come('one, changed')
  await expect.poll(() => requests.length).toBe(4)
  requests[3]?.come('two, changed')
  await again
  expect(pages()).toEqual(['one, changed', 'two, changed'])
  expect(requests.map(({ page }) => page)).toEqual([1, 2, 1, 2])
})

test('a list that is not loading is read again at once', async () => {
  const { queryClient, requests, pages } = aList()
  requests[0]?.come('one')
  await expect.poll(pages).toEqual(['one'])
  const again = refetchQueries(queryClient, ['tasks'])
  expect(requests).toHaveLength(2)
  requests[1]?.come('one, changed')
  await again
  expect(pages()).toEqual(['one, changed'])
})
