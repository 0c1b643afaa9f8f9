import type { PublicAvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

/** Public availability of a service. */
export const usePublicTimes = (query: PublicAvailabilityQuery) =>
  useQuery({ ...api.availability.getPublic.queryOptions({ input: query }), staleTime: 5_000 })
