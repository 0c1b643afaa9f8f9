import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

/** Whether a studio can send reminders by text message. */
export const useTextOffer = (studio_id: string) =>
  useQuery({
    ...api.clients.getTextOffer.queryOptions({ input: { studio_id } }),
    // Only the configuration of the server changes it.
    staleTime: Number.POSITIVE_INFINITY,
  })

const consentKey = api.clients.getTexts.key()

/** Whether a client agreed to text messages. */
export function useTextConsent(studio_id: string, client_id: string) {
  useLive('clients', consentKey)
  return useQuery(api.clients.getTexts.queryOptions({ input: { studio_id, client_id } }))
}

export const useUpdateTextConsent = () =>
  useAction({
    send: client.clients.updateTexts,
    done: ({ phone }) => (phone === null ? 'Text reminders are off' : 'Text reminders are on'),
    failed: 'Failed to save',
    refresh: consentKey,
  })
