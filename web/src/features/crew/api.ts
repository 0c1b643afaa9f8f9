import type { AgentKey } from '@studiohub/contract/features/assistant/words.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const crewKey = api.crew.key()

/** The studio's crew, page by page. Those who joined first come first. */
export function useCrew(studio_id: string) {
  useLive('roles', crewKey)
  return useInfiniteQuery({
    ...api.crew.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ studio_id, limit: 50, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: { failed: 'Error loading staff' },
  })
}

export const useUpdateCrew = () =>
  useAction({
    send: client.crew.update,
    done: ({ at_desk }) => (at_desk ? 'Now works at the desk' : 'No longer works at the desk'),
    failed: 'Failed to change the crew member',
    refresh: crewKey,
  })

/** The studio's admins. Those who joined first come first. */
export function useAdmins(studio_id: string) {
  useLive('roles', crewKey)
  return useQuery({
    ...api.crew.listAdmins.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the admins' },
  })
}

export const useCreateAdmin = () =>
  useAction({
    send: client.crew.createAdmin,
    once: true,
    done: 'Admin added',
    failed: 'Failed to add the admin',
    refresh: crewKey,
  })

export const useDeleteAdmin = () =>
  useAction({
    send: client.crew.deleteAdmin,
    done: 'Admin removed',
    failed: 'Failed to remove the admin',
    refresh: crewKey,
  })

export const useRemoveCrew = () =>
  useAction({
    send: client.crew.remove,
    done: 'Crew member removed successfully',
    failed: 'Error removing staff',
    refresh: crewKey,
  })

const agentsQuery = (studio_id: string) => api.crew.listAgents.queryOptions({ input: { studio_id } })

/** The AI assistants of the catalog, and which of them the studio uses. */
export function useAgents(studio_id: string) {
  useLive('agents', crewKey)
  return useQuery({ ...agentsQuery(studio_id), select: ({ items }) => items })
}

/** Switches an assistant on or off and shows it at once. An error reverts the change. */
export function useSwitchAgent(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = agentsQuery(studio_id)
  const updateCache = (key: AgentKey, is_active: boolean) =>
    queryClient.setQueryData(queryKey, (cached) =>
      cached ? { items: cached.items.map((agent) => (agent.key === key ? { ...agent, is_active } : agent)) } : cached,
    )
  return useAction({
    send: client.crew.updateAgent,
    failed: 'Failed to change the assistant',
    onMutate: ({ key, is_active }) => {
      updateCache(key, is_active)
    },
    onError: (_error, { key, is_active }) => updateCache(key, !is_active),
  })
}
