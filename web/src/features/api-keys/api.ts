import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const apiKeysKey = api.apiKeys.key()

/** The keys of a studio, newest first. */
export function useApiKeys(studio_id: string) {
  useLive('api-keys', apiKeysKey)
  return useQuery({
    ...api.apiKeys.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load API keys' },
  })
}

/** The personal keys of the current user. */
export const useOwnApiKeys = () =>
  useQuery({
    ...api.apiKeys.listOwn.queryOptions(),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load API keys' },
  })

const createOptions = { done: 'API key created', failed: 'Failed to create the API key', refresh: apiKeysKey }

export const useCreateApiKey = () => useAction({ send: client.apiKeys.create, ...createOptions })

export const useCreateOwnApiKey = () => useAction({ send: client.apiKeys.createOwn, ...createOptions })

export const useUpdateApiKey = () =>
  useAction({
    send: client.apiKeys.update,
    done: 'API key saved',
    failed: 'Failed to save the API key',
    refresh: apiKeysKey,
  })

export const useRevokeApiKey = () =>
  useAction({
    send: client.apiKeys.revoke,
    done: 'API key revoked',
    failed: 'Failed to revoke the API key',
    refresh: apiKeysKey,
  })
