import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

export const rolesKey = api.roles.key()
const ROWS_A_PAGE = 25

/** Who asks a studio to be taken in as what, a page at a time, the oldest first. */
export function useRequests(studio_id: string, role: 'client' | 'staff') {
  useLive('roles', rolesKey)
  return useInfiniteQuery({
    ...api.roles.listRequests.infiniteOptions({
      input: (cursor: string | undefined) => ({ studio_id, role, limit: ROWS_A_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
  })
}

// Who is taken in stands in the list of crew or of clients from then on.
const refresh = [] as const

export const useApproveRequest = () =>
  useAction({
    send: client.roles.approveRequest,
    done: 'Role approved successfully',
    failed: 'Error approving role',
    refresh,
  })

export const useRejectRequest = () =>
  useAction({
    send: client.roles.rejectRequest,
    done: 'Role request rejected',
    failed: 'Error rejecting role',
    refresh,
  })
