import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { after, byCursor } from '#lib/server/pages.ts'

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

export const useReadNotice = () => useMutation(api.notices.read.mutationOptions({ meta: { refresh: noticesKey } }))

export const useReadAllNotices = () =>
  useMutation(api.notices.readAll.mutationOptions({ meta: { failed: 'Failed to mark as read', refresh: noticesKey } }))
