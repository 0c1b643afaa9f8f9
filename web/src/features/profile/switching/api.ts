import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'

const MOST_PAGES = 20

async function listAllStudios() {
  type Page = Awaited<ReturnType<typeof client.profile.listStudios>>
  const studios: Page['items'] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Page = await client.profile.listStudios({ limit: 100, ...(cursor && { cursor }) })
    studios.push(...answer.items)
    cursor = answer.next_cursor
    if (cursor === null) break
  }
  return studios
}

/** Every studio that a client may go to, by name; asked for each time the dialog opens (spec section 4). */
export const useSwitchableStudios = () =>
  useQuery({
    ...queryOptions({ queryKey: ['switchable-studios'], queryFn: listAllStudios, staleTime: 0, gcTime: 0 }),
    meta: { failed: 'Failed to load studios' },
  })
