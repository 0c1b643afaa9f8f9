import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const statsKey = api.dashboards.key()

/** Figures of a studio. Refetched when bookings or members change. */
export function useStudioStats(studio_id: string) {
  useLive('bookings', statsKey)
  useLive('roles', statsKey)
  return useQuery({
    ...api.dashboards.getStudioStats.queryOptions({ input: { studio_id } }),
    meta: { failed: 'Error loading stats' },
  })
}

/**
 * The setup steps of the studio's public page. Refetched each time the dashboard is shown, because the steps are done on
 * other pages.
 */
export function useStudioSetup(studio_id: string) {
  const { queryKey, ...query } = api.dashboards.getSetup.queryOptions({ input: { studio_id } })
  useLive('studios', queryKey)
  useLive('resources', queryKey)
  return useQuery({ ...query, queryKey, staleTime: 0 })
}

export function useUpdateStudioSetup(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = api.dashboards.getSetup.queryOptions({ input: { studio_id } })
  return useAction({
    send: client.dashboards.updateSetup,
    failed: 'Failed to save the checklist',
    onSuccess: (setup) => queryClient.setQueryData(queryKey, setup),
  })
}
