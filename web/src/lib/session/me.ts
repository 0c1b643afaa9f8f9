import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchAsUser, readJsonBody } from '../server/fetch-as-user.ts'

// Uses plain `fetch`, because this runs before the API client is loaded.
async function readMe({ signal }: { signal: AbortSignal }): Promise<Me> {
  return readJsonBody(await fetchAsUser(new Request(`${window.location.origin}/api/v1/me`, { signal })))
}

/** The current user; the guards load it before any screen. */
export const meQuery = () => queryOptions({ queryKey: ['me'], queryFn: readMe, staleTime: 60_000 })

/** Reloads the current user; call it after any change of roles. */
export const refetchMe = (queryClient: QueryClient) => queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })
