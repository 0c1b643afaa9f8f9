import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchQueries } from './refetch-queries.ts'

/** A list of two pages whose answers come when they are told to. */
function aList() {
  const queryClient = new QueryClient()
  const asked: { page: number; come: (page: string) => void }[] = []
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['tasks', 'list'],
    queryFn: ({ pageParam }) => new Promise<string>((come) => asked.push({ page: pageParam, come })),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? 2 : undefined),
    retry: false,
  })
  list.subscribe(() => undefined)
  return { queryClient, asked, list, pages: () => list.getCurrentResult().data?.pages }
}

test('the page that is on its way comes first, and then the list is read again', async () => {
  const { queryClient, asked, list, pages } = aList()
  asked[0]?.come('one')
  await expect.poll(pages).toEqual(['one'])
  const more = list.fetchNextPage()
  const again = refetchQueries(queryClient, ['tasks'])
  asked[1]?.come('two')
  await more
  expect(pages()).toEqual(['one', 'two'])
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.come('one, changed')
  await expect.poll(() => asked.length).toBe(4)
  asked[3]?.come('two, changed')
  await again
  expect(pages()).toEqual(['one, changed', 'two, changed'])
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 1, 2])
})

test('what is not being read on is read again at once', async () => {
  const { queryClient, asked, pages } = aList()
  asked[0]?.come('one')
  await expect.poll(pages).toEqual(['one'])
  const again = refetchQueries(queryClient, ['tasks'])
  expect(asked).toHaveLength(2)
  asked[1]?.come('one, changed')
  await again
  expect(pages()).toEqual(['one, changed'])
})
