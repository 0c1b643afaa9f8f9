import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { calendarQuery } from './calendar-api.ts'

const { studio_id, session } = inject('studio')
const day = plusDays(todayIn('UTC', new Date()), 10)
const booking = { studio_id, booking_date: day, service_type: 'recording', booking_type: 'client_booking' as const }

beforeEach(async () => {
  await loadTemporal()
  storeSession(session)
})

test('the server sends a calendar again only if it has changed', async () => {
  const statuses: number[] = []
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (...args) => {
    const response = await send(...args)
    statuses.push(response.status)
    return response
  })
  const queryClient = new QueryClient()
  const read = () => queryClient.fetchQuery(calendarQuery(studio_id, { from: day, to: day }))
  const first = await read()
  expect(await read()).toBe(first)
  expect(statuses).toEqual([200, 304])
  const { id } = await client.bookings.create({ ...booking, start_time: '10:00', end_time: '12:00' })
  statuses.length = 0
  const second = await read()
  expect(second.items.map((item) => item.id)).toEqual([...first.items.map((item) => item.id), id])
  // After a change by this browser the etag is null, so the whole calendar is read again.
  const { queryKey } = calendarQuery(studio_id, { from: day, to: day })
  queryClient.setQueryData(queryKey, { etag: null, items: [] })
  expect((await read()).items).toHaveLength(second.items.length)
  expect(statuses).toEqual([200, 200])
})
