import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { HistorySheet } from './history-sheet.tsx'

const { studio_id, session } = inject('studio')

// By key, because these tests have no styles, so a dialog may cover a button.
async function press(name: string) {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeInTheDocument()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

test('a client who is renamed has the new name in their sheet', async () => {
  await loadTemporal()
  storeSession(session)
  const studio = await client.studios.get({ studio_id })
  const email = `${randomKey()}@example.com`
  const { id } = await client.clients.create({ studio_id, name: 'Nora Old', email })
  await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <HistorySheet
            studio={studio}
            client={{ id, name: 'Nora Old' }}
            canErase={false}
            canRemove={false}
            onClose={() => {}}
          />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Nora Old' })).toBeInTheDocument()
  await press('More actions for Nora Old')
  await expect.element(page.getByRole('menuitem', { name: 'Edit client' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora New')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Nora New' })).toBeInTheDocument()
})
