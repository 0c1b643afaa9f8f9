import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

const feedsQuery = () => queryOptions(api.calendarFeeds.list.queryOptions({ input: {} }))

/** The live calendar addresses that the signed-in person sees at the present studio. */
export const useFeeds = () => useQuery(feedsQuery())

/** Makes an address, or a new one for the one that is there; its answer alone holds the secret. */
export const useCreateFeed = () =>
  useAction({
    send: client.calendarFeeds.create,
    done: 'Calendar address created',
    failed: 'Failed to create calendar address',
    refresh: feedsKey(),
    // The secret is not for the cache: it goes with the card that shows it.
    gcTime: 0,
  })

export const useDeleteFeed = () =>
  useAction({
    send: client.calendarFeeds.delete,
    done: 'Calendar address revoked',
    failed: 'Failed to revoke calendar address',
    refresh: feedsKey(),
  })

function feedsKey() {
  return api.calendarFeeds.key()
}
