import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

export const rolesKey = api.roles.key()
const ROWS_PER_PAGE = 25

/** Open role requests of a studio, oldest first. */
export function useRequests(studio_id: string, role: 'client' | 'staff') {
  useLive('roles', rolesKey)
  return useInfiniteQuery({
    ...api.roles.listRequests.infiniteOptions({
      input: (cursor: string | undefined) => ({ studio_id, role, limit: ROWS_PER_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
  })
}

// The empty key matches every query: an approved user also appears in the list of crew or clients.
const allQueries = [] as const

export const useApproveRequest = () =>
  useAction({
    send: client.roles.approveRequest,
    done: 'Role approved successfully',
    failed: 'Error approving role',
    refresh: allQueries,
  })

export const useRejectRequest = () =>
  useAction({
    send: client.roles.rejectRequest,
    done: 'Role request rejected',
    failed: 'Error rejecting role',
    refresh: allQueries,
  })
