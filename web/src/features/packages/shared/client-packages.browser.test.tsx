import { QueryClientProvider } from '@tanstack/react-query'
import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { formatMediumDate } from '#lib/page/time.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { ClientPackages } from './client-packages.tsx'

const { studio_id, session } = inject('studio')

test('the last day of a package is a date in words', async () => {
  await loadTemporal()
  storeSession(session)
  const email = `${randomKey()}@example.com`
  const { id: client_id } = await client.clients.create({ studio_id, name: 'Nora', email })
  const { id: package_id } = await client.packages.create({
    studio_id,
    name: 'Ten hours',
    minutes: 600,
    price_minor: 0,
    valid_days: 30,
  })
  const { last_date } = await client.packages.sell({ studio_id, client_id, package_id })
  await render(
    <QueryClientProvider client={queryClient}>
      <ClientPackages studio_id={studio_id} client_id={client_id} heading="h2" />
    </QueryClientProvider>,
  )
  const text = `For sessions until ${formatMediumDate(last_date ?? '')}`
  await expect.element(page.getByText(text)).toBeInTheDocument()
  expect(text).toMatch(/, 20\d\d$/)
})
