import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { adminKey, loadError, ROWS_PER_PAGE } from './api.ts'

/** Open role requests of all studios, with their total. */
export const useRoleRequests = (cursor?: string) =>
  useQuery({
    ...api.admin.listRoleRequests.queryOptions({ input: { limit: ROWS_PER_PAGE, ...cursorInput(cursor) } }),
    placeholderData: keepPreviousData,
    meta: loadError,
  })

export const useAssignRole = () =>
  useAction({
    send: client.admin.assignRole,
    once: true,
    done: 'Role assigned successfully',
    failed: 'Error assigning role',
    refresh: adminKey,
  })

export const useRemoveRole = () =>
  useAction({
    send: client.admin.removeRole,
    done: 'Role removed successfully',
    failed: 'Error removing role',
    refresh: adminKey,
  })

export const useApproveRole = () =>
  useAction({
    send: client.roles.approveRequest,
    done: 'Role approved successfully',
    failed: 'Error approving role',
    refresh: adminKey,
  })

export const useRejectRole = () =>
  useAction({
    send: client.roles.rejectRequest,
    done: 'Role request rejected',
    failed: 'Error rejecting role',
    refresh: adminKey,
  })
