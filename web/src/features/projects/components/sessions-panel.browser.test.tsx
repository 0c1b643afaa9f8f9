import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { SessionsPanel } from './sessions-panel.tsx'

const { studio_id, session } = inject('studio')

test('a session has the name of its service', async () => {
  await loadTemporal()
  storeSession(session)
  queryClient.clear()
  const { id: client_id } = await client.clients.create({ studio_id, name: 'Nora' })
  const { id } = await client.projects.create({ studio_id, client_id, title: 'Night Drive', project_type: 'music' })
  const project = await client.projects.movePhase({ id, direction: 'next' })
  await client.bookings.create({
    studio_id,
    client_id,
    project_id: id,
    booking_type: 'client_booking',
    service_type: 'recording',
    booking_date: plusDays(todayIn('UTC', new Date()), 90),
    start_time: '12:00',
    end_time: '14:00',
  })
  const services = await client.resources.listServices({ studio_id, limit: 100 })
  const label = services.items.find(({ key }) => key === 'recording')?.label
  expect(label).toBe('Recording Session')
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <SessionsPanel project={project} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('Recording Session', { exact: true })).toBeVisible()
})
