import { readCalendar } from '@studiohub/contract/features/bookings/calendar/rules.ts'
import type { CalendarAnswer } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import type { Calendar } from './api.ts'

type DateRange = { from: string; to: string }

/**
 * All bookings between two dates, inclusive, in the form that a calendar draws. They are sent again only if they have
 * changed.
 */
export function calendarQuery(studio_id: string, range: DateRange) {
  const input = { studio_id, ...range }
  const queryKey = api.bookings.getCalendar.key({ type: 'query', input })
  return queryOptions({
    queryKey,
    async queryFn({ signal, client: queryClient }): Promise<Calendar> {
      const known = queryClient.getQueryData<Calendar>(queryKey)
      const context = known?.etag ? { etag: known.etag } : {}
      const answer: CalendarAnswer | undefined = await client.bookings.getCalendar(input, { signal, context })
      // 304 has no body.
      if (answer === undefined && known) return known
      return { etag: answer.etag, items: readCalendar(studio_id, answer) }
    },
    meta: { failed: 'Failed to load bookings' },
  })
}

export const useCalendar = (studio_id: string, range: DateRange) => useQuery(calendarQuery(studio_id, range))
