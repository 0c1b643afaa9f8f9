import type { RequestQuery } from '@studiohub/contract/features/admin/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { adminKey, loadError, type OptionalFields, ROWS_PER_PAGE } from './api.ts'

/** Role requests of all studios, with their total; by default the open ones. */
export const useRoleRequests = ({ state = 'open', cursor }: OptionalFields<RequestQuery> = {}) =>
  useQuery({
    ...api.admin.listRoleRequests.queryOptions({ input: { limit: ROWS_PER_PAGE, state, ...cursorInput(cursor) } }),
    placeholderData: keepPreviousData,
    meta: loadError,
  })

/** The open request of a person, if it is among the first of the list. */
export const useOpenRequest = ({ id }: { id: string }) =>
  useRoleRequests().data?.items.find(({ user_id }) => user_id === id)

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
