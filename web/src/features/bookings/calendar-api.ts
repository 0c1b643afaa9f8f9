import { readCalendar } from '@studiohub/contract/features/bookings/calendar/rules.ts'
import type { CalendarAnswer } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import type { Calendar } from './cache-api.ts'

type DateRange = { from: string; to: string }

/**
 * All bookings between two dates, inclusive, in the form that a calendar draws. The server sends them again only if they have
 * changed.
 */
export function calendarQuery(studio_id: string, range: DateRange) {
  const input = { studio_id, ...range }
  const queryKey = api.bookings.getCalendar.key({ type: 'query', input })
  return queryOptions({
    queryKey,
    async queryFn({ signal, client: queryClient }): Promise<Calendar> {
      const cachedCalendar = queryClient.getQueryData<Calendar>(queryKey)
      const context = cachedCalendar?.etag ? { etag: cachedCalendar.etag } : {}
      const response: CalendarAnswer | undefined = await client.bookings.getCalendar(input, { signal, context })
      // 304 has no body.
      if (response === undefined && cachedCalendar) return cachedCalendar
      return { etag: response.etag, items: readCalendar(studio_id, response) }
    },
    meta: { failed: 'Failed to load bookings' },
  })
}

export const useCalendar = (studio_id: string, range: DateRange) => useQuery(calendarQuery(studio_id, range))
