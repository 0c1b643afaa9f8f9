import type { PublicAvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'

/** Public availability of a service. */
export const usePublicTimes = (query: PublicAvailabilityQuery) =>
  useQuery({
    queryKey: ['public-times', query],
    queryFn: () => client.availability.getPublic(query),
    staleTime: 5_000,
  })
