import type { ServicePeopleQuery } from '@studiohub/contract/features/bookings/people/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

/** Which people of a service are free at a time. */
export const useServicePeople = (input: ServicePeopleQuery) =>
  useQuery({
    ...api.bookings.listServicePeople.queryOptions({ input }),
    // Availability goes stale quickly.
    staleTime: 5_000,
  })
