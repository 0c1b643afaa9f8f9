import type { PublicAvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

/** Public availability of a service. */
export const usePublicTimes = (query: PublicAvailabilityQuery) =>
  useQuery({ ...api.availability.getPublic.queryOptions({ input: query }), staleTime: 5_000 })

/** The cost of cancelling a session at this time, in words. Undefined without a time and until it is loaded. */
export const useCancellation = (slug: string, { day, time }: { day: string; time: string }) =>
  useQuery({
    ...api.availability.getPublicCancellation.queryOptions({
      input: day && time ? { slug, day, time } : skipToken,
    }),
    select: ({ text }) => text,
  }).data
