import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const webhooksKey = api.webhooks.key()
const DELIVERIES_PER_PAGE = 20

/** The webhooks of a studio, newest first. Refetched when a webhook changes or has sent an event. */
export function useWebhooks(studio_id: string) {
  useLive('webhooks', webhooksKey)
  return useQuery({
    ...api.webhooks.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load webhooks' },
  })
}

/** The deliveries of a webhook, page by page, newest first. */
export const useDeliveries = (id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.webhooks.listDeliveries.infiniteOptions({
        input: (cursor: string | undefined) => ({ id, limit: DELIVERIES_PER_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
      meta: { failed: 'Failed to load the events' },
    }),
  )

/** One delivery, with its body and the response of the receiving server. */
export const useDelivery = (id: string) =>
  useQuery({
    ...api.webhooks.getDelivery.queryOptions({ input: { id } }),
    meta: { failed: 'Failed to load the event' },
  })

export const useCreateWebhook = () =>
  useAction({
    send: client.webhooks.create,
    done: 'Webhook added',
    failed: 'Failed to add the webhook',
    refresh: webhooksKey,
  })

export const useUpdateWebhook = () =>
  useAction({
    send: client.webhooks.update,
    done: 'Webhook saved',
    failed: 'Failed to save the webhook',
    refresh: webhooksKey,
  })

export const useDeleteWebhook = () =>
  useAction({
    send: client.webhooks.delete,
    done: 'Webhook deleted',
    failed: 'Failed to delete the webhook',
    refresh: webhooksKey,
  })

export const useRotateSecret = () =>
  useAction({
    send: client.webhooks.rotateSecret,
    done: 'New secret created',
    failed: 'Failed to create a new secret',
    refresh: webhooksKey,
  })

export const useTestWebhook = () =>
  useAction({
    send: client.webhooks.test,
    once: true,
    done: 'Test sent',
    failed: 'Failed to send a test',
    refresh: webhooksKey,
  })

export const useResendEvent = () =>
  useAction({
    send: client.webhooks.sendAgain,
    once: true,
    done: 'Event sent again',
    failed: 'Failed to send the event again',
    refresh: webhooksKey,
  })
