import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { loadError } from './api.ts'

export const usePlatformStats = () =>
  useQuery({ ...api.admin.getStats.queryOptions(), meta: { failed: 'Error loading stats' } })

/** How many requests to join and partnership applications wait for an answer, and since when. 0 until they are loaded. */
export function useInboxCounts() {
  const stats = usePlatformStats().data
  return {
    requestCount: stats?.pending_requests ?? 0,
    requestsSince: stats?.pending_requests_since ?? null,
    applicationCount: stats?.pending_applications ?? 0,
    applicationsSince: stats?.pending_applications_since ?? null,
  }
}

const ATTENTION_REFETCH_MS = 60_000

/** Problems that need an operator. Refetched every minute, because time alone causes most of them. */
export const useAttention = () =>
  useQuery({ ...api.admin.getAttention.queryOptions(), refetchInterval: ATTENTION_REFETCH_MS, meta: loadError })
