import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

const FRESH_MS = 10_000

/**
 * Search results for a text. The call for the previous text is cancelled, so its results are never shown.
 * @param isEnabled whether to call the server
 */
export const useSearchResults = (q: string, isEnabled: boolean) =>
  useQuery({
    ...api.search.list.queryOptions({ input: { q } }),
    staleTime: FRESH_MS,
    enabled: isEnabled,
    // The palette still offers its commands, so there is no error.
    meta: { failed: 'Search failed' },
  })
