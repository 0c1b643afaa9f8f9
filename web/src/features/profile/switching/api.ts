import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'

const listAllStudios = () => readAllPages((page) => client.profile.listStudios(page))

/** All studios the client may switch to, by name; refetched when the dialog opens (spec section 4). */
export const useSwitchableStudios = () =>
  useQuery({
    ...queryOptions({ queryKey: ['switchable-studios'], queryFn: listAllStudios, staleTime: 0, gcTime: 0 }),
    meta: { failed: 'Failed to load studios' },
  })
