import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'

const QUARTER_HOUR_MS = 15 * 60_000

/** A studio's public data, by current or former slug. */
export const studioBySlugQuery = (slug: string) =>
  queryOptions({ ...api.studios.resolve.queryOptions({ input: { slug } }), staleTime: QUARTER_HOUR_MS })

/** Studios that accept new clients, by name (spec section 7). @param failed the error toast */
export const useOpenStudios = (failed: { title: string; description?: string }) =>
  useQuery({
    queryKey: [...api.studios.listPublic.key(), 'whole'],
    queryFn: () => readAllPages((page) => client.studios.listPublic(page)),
    meta: { failed },
  })
