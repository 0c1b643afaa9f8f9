import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'

export const rolesKey = api.roles.key()

/** Who asks a studio to be taken in as what, the oldest first. */
export function useRequests(studio_id: string, role: 'client' | 'staff') {
  useLive('roles', rolesKey)
  return useQuery({
    ...api.roles.listRequests.queryOptions({ input: { studio_id, limit: 100 } }),
    select: ({ items }) => items.filter((request) => request.role === role),
  })
}

// Who is taken in stands in the list of crew or of clients from then on.
const refresh = [] as const

export const useApproveRequest = () =>
  useMutation(
    api.roles.approveRequest.mutationOptions({
      meta: { done: 'Role approved successfully', failed: 'Error approving role', refresh },
    }),
  )

export const useRejectRequest = () =>
  useMutation(
    api.roles.rejectRequest.mutationOptions({
      meta: { done: 'Role request rejected', failed: 'Error rejecting role', refresh },
    }),
  )
