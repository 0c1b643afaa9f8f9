import type { PublicAvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'

/** Public availability of a service. */
export const usePublicTimes = (asked: PublicAvailabilityQuery) =>
  useQuery({
    queryKey: ['public-times', asked],
    queryFn: () => client.availability.getPublic(asked),
    staleTime: 5_000,
  })
