import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

const FRESH_MS = 10_000

/**
 * What the studio has for a text. The answer for another text is never shown: its call is cancelled.
 * @param isWanted false calls nothing
 */
export const useSearch = (q: string, isWanted: boolean) =>
  useQuery({
    ...api.search.list.queryOptions({ input: { q } }),
    staleTime: FRESH_MS,
    enabled: isWanted,
    // The palette still offers its commands.
    meta: { failed: 'Search failed' },
  })
