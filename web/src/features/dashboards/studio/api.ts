import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'

const statsKey = api.dashboards.key()

/** Figures of a studio; refetched when bookings or members change. */
export function useStudioStats(studio_id: string) {
  useLive('bookings', statsKey)
  useLive('roles', statsKey)
  return useQuery({
    ...api.dashboards.getStudioStats.queryOptions({ input: { studio_id } }),
    meta: { failed: 'Error loading stats' },
  })
}
