import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

const feedsQuery = () => queryOptions(api.calendarFeeds.list.queryOptions({ input: {} }))

/** The user's calendar feeds at the current studio. */
export const useFeeds = () => useQuery(feedsQuery())

/** Creates or renews a feed. Only this response contains the secret. */
export const useCreateFeed = () =>
  useAction({
    send: client.calendarFeeds.create,
    done: 'Calendar address created',
    failed: 'Failed to create calendar address',
    refresh: feedsKey(),
    // The secret must not stay in the cache after the card unmounts.
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
