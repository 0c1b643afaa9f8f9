import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

/** Whether reminders can go by text message at a studio. */
export const useTextOffer = (studio_id: string) =>
  useQuery({
    ...api.clients.getTextOffer.queryOptions({ input: { studio_id } }),
    // It changes only with the server's configuration.
    staleTime: Number.POSITIVE_INFINITY,
  })

const textsKey = api.clients.getTexts.key()

/** Whether a client agreed to text messages. */
export function useTexts(studio_id: string, client_id: string) {
  useLive('clients', textsKey)
  return useQuery(api.clients.getTexts.queryOptions({ input: { studio_id, client_id } }))
}

export const useUpdateTexts = () =>
  useAction({
    send: client.clients.updateTexts,
    done: ({ phone }) => (phone === null ? 'Text reminders are off' : 'Text reminders are on'),
    failed: 'Failed to save',
    refresh: textsKey,
  })
