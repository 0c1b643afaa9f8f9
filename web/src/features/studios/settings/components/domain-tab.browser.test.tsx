import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { deleteAllDrafts } from '#lib/forms/draft-storage.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { meQuery } from '#lib/session/me.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { Toaster } from '#ui/toast.tsx'
import { DomainTab } from './domain-tab.tsx'

const { studio_id, session } = inject('studio')

beforeEach(async () => {
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  await client.studios.deleteDomain({ studio_id })
  await client.studios.deleteSender({ studio_id })
})

test.each([
  { label: 'Domain', typed: ' Book.Canal-Rooms.example ', saved: 'book.canal-rooms.example', button: 'Save domain' },
  {
    label: 'Sending address',
    typed: 'Desk@Canal-Rooms.example',
    saved: 'desk@canal-rooms.example',
    button: 'Save address',
  },
])('a saved value does not count as unsaved: $label', async ({ label, typed, saved, button }) => {
  const { studio } = await queryClient.fetchQuery(meQuery())
  if (!studio) throw new Error('The admin has no studio.')
  const screen = await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <DomainTab studio={studio} />
        <Toaster />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.getByLabelText(label, { exact: true }).fill(typed)
  await userEvent.click(screen.getByRole('button', { name: button }))
  await expect.element(screen.getByText('Settings updated successfully').first()).toBeVisible()
  await expect.element(screen.getByLabelText(label, { exact: true })).toHaveValue(saved)
  await expect.element(screen.getByRole('button', { name: button })).toBeDisabled()
  expect(screen.getByText('What you typed is still here').elements()).toEqual([])
})
