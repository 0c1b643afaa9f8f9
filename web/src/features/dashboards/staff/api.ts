import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'

const statsKey = api.staffStats.key()

/** Figures of the staff dashboard. They are refetched when a booking, a task or a check-in changes. */
export function useStaffStats() {
  useLive('bookings', statsKey)
  useLive('tasks', statsKey)
  useLive('checkins', statsKey)
  return useQuery({ ...api.staffStats.get.queryOptions(), meta: { failed: 'Failed to load statistics' } })
}
