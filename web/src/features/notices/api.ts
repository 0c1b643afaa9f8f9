import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const noticesKey = api.notices.key()
const ROWS_PER_PAGE = 20

/** The user's notifications, newest first; the first page has the number of unread ones. */
export function useNotices() {
  useLive('notices', noticesKey)
  // A request that was answered elsewhere must disappear from the list.
  useLive('bookings', noticesKey)
  return useInfiniteQuery(
    api.notices.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: ROWS_PER_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
  )
}

/** Refetches the open list when a request to join or a claim is answered. */
export function useLiveAnswers() {
  useLive('roles', noticesKey)
  useLive('clients', noticesKey)
}

export const useReadNotice = () => useAction({ send: client.notices.read, refresh: noticesKey })

export const useReadAllNotices = () =>
  useAction({ send: client.notices.readAll, failed: 'Failed to mark as read', refresh: noticesKey })
