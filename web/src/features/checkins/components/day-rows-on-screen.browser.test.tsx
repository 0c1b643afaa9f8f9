import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { api } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { CheckinsTable } from './checkins-table.tsx'
import { HereNow } from './here-now.tsx'

const { studio_id } = inject('studio')
const studio = { id: studio_id, timezone: 'UTC' } as Studio
const today = '2026-11-24'
const now = new Date(`${today}T10:20:00Z`)

const aCheckin = (client_name: string, booking: object | null) =>
  ({
    id: client_name,
    client_name,
    booking,
    check_in_time: `${today}T10:00:00Z`,
    check_out_time: null,
    notes: null,
  }) as unknown as Checkin

const session = {
  start_time: '10:00',
  end_time: '12:00',
  ends_at: `${today}T12:00:00Z`,
  service_type: 'recording',
  rooms: ['Studio A'],
}
const checkins = [aCheckin('Mara Voss', session), aCheckin('Iris Lund', null)]

test('a narrow row has when and where on one line, and what and how long on the next', async () => {
  await loadTemporal()
  const rows = checkins.map((checkin) => ({ group: 'Here now' as const, key: checkin.id, checkin, overtime: 0 }))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <CheckinsTable studio={studio} rows={rows} today={today} now={now} />
    </QueryClientProvider>,
  )
  await expect.poll(() => screen.container.textContent).toMatch(/10.* · Studio ARecording.* · Here for 20 min/)
  await expect.poll(() => screen.container.textContent).toMatch(/No sessionHere for 20 min/)
})

test('the clients who are here are checked out where the desk sees them', async () => {
  await loadTemporal()
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, staleTime: Number.POSITIVE_INFINITY },
  })
  const input = { studio_id, limit: 100 }
  queryClient.setQueryData(api.checkins.list.infiniteKey({ input: () => input, initialPageParam: undefined }), {
    pages: [{ items: checkins, next_cursor: null }],
    pageParams: [undefined],
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <HereNow studio={studio} to="/studio/checkins" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  for (const { client_name } of checkins)
    await expect.element(screen.getByRole('button', { name: `Check out ${client_name}` })).toBeInTheDocument()
})
