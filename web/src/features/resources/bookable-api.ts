import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'

// What can be booked at a studio, for every feature that shows it. The settings use the hooks in api.ts instead: their errors
// have a toast.

const QUARTER_HOUR = 15 * 60_000

/** The services that a studio offers. */
export const useServices = (studio_id: string) =>
  useQuery({
    ...api.resources.listServices.queryOptions({ input: { studio_id, limit: 100 } }),
    select: ({ items }) => items,
    staleTime: QUARTER_HOUR,
  })

/** Bookable rooms, people and equipment in the studio's order. */
export const useBookable = (studio_id: string) =>
  useQuery({
    queryKey: [...api.resources.list.key(), 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.resources.list({ studio_id, ...page })),
    select: (items) => items.filter(({ is_active }) => is_active),
    staleTime: QUARTER_HOUR,
  })

/** Opening hours, exceptions and booking rules. @param isNeeded whether to ask for them now */
export const useOpeningHours = (studio_id: string, isNeeded = true) =>
  useQuery({
    ...api.resources.getOpeningHours.queryOptions({ input: { studio_id } }),
    enabled: isNeeded,
    staleTime: QUARTER_HOUR,
  })
