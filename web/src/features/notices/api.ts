import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { after, byCursor } from '#lib/server/pages.ts'
import { useAct } from '#lib/server/use-act.ts'

const noticesKey = api.notices.key()
const ROWS_A_PAGE = 20

/** What the signed-in person is told, the newest first, a page at a time; the first page says how much is unread. */
export function useNotices() {
  useLive('notices', noticesKey)
  return useInfiniteQuery(
    api.notices.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: ROWS_A_PAGE, ...after(cursor) }),
      ...byCursor,
    }),
  )
}

export const useReadNotice = () => useAct({ send: client.notices.read, refresh: noticesKey })

export const useReadAllNotices = () =>
  useAct({ send: client.notices.readAll, failed: 'Failed to mark as read', refresh: noticesKey })
