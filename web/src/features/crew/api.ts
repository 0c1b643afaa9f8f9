import type { AgentKey } from '@studiohub/contract/features/assistant/words.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const crewKey = api.crew.key()

/** Who works at the studio, a page at a time, those who have been there longest first. */
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

export const useRemoveCrew = () =>
  useAction({
    send: client.crew.remove,
    done: 'Crew member removed successfully',
    failed: 'Error removing staff',
    refresh: crewKey,
  })

const agentsOf = (studio_id: string) => api.crew.listAgents.queryOptions({ input: { studio_id } })

/** The assistants of the catalogue, and which of them the studio has. */
export function useAgents(studio_id: string) {
  useLive('agents', crewKey)
  return useQuery({ ...agentsOf(studio_id), select: ({ items }) => items })
}

/** Switches one at once, and back where that is refused. */
export function useSwitchAgent(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = agentsOf(studio_id)
  const write = (key: AgentKey, is_active: boolean) =>
    queryClient.setQueryData(queryKey, (before) =>
      before ? { items: before.items.map((agent) => (agent.key === key ? { ...agent, is_active } : agent)) } : before,
    )
  return useAction({
    send: client.crew.updateAgent,
    failed: 'Failed to change the assistant',
    onMutate: ({ key, is_active }) => {
      write(key, is_active)
    },
    onError: (_error, { key, is_active }) => write(key, !is_active),
  })
}
