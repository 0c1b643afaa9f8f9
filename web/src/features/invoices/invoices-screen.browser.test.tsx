import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import InvoicesScreen from './invoices-screen.tsx'

const { studio_id, session } = inject('studio')

beforeEach(() => {
  queryClient.clear()
  storeSession(session)
})

test('the figures above the list filter it', async () => {
  const buyer = await client.clients.create({ studio_id, name: 'Ben Buyer' })
  const lines = [{ description: 'Tapes', quantity: 1, unit_price_minor: 4_000 }]
  await client.invoices.create({ studio_id, client_id: buyer.id, lines })
  const { id } = await client.invoices.create({ studio_id, client_id: buyer.id, lines })
  const { number } = await client.invoices.issue({ id })
  await render(
    <MemoryRouter initialEntries={['/studio/invoices']}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <InvoicesScreen />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const issued = page.getByRole('link', { name: String(number) })
  // Other component tests of the same studio may have drafts too.
  const draft = page.getByRole('link', { name: 'No number yet' }).first()
  await expect.element(issued).toBeInTheDocument()
  await expect.element(draft).toBeInTheDocument()
  const figure = (name: string) => page.getByRole('link', { name, exact: true })
  await figure('Drafts').click()
  await expect.element(issued).not.toBeInTheDocument()
  await expect.element(draft).toBeInTheDocument()
  await expect.element(figure('Drafts')).toHaveAttribute('aria-current', 'true')
  await figure('Open').click()
  await expect.element(issued).toBeInTheDocument()
  await expect.element(draft).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('All open')
  // Nothing is overdue.
  expect(figure('Overdue').elements()).toEqual([])
})
