import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#lib/server/query-client.ts'
import { meQuery } from '#lib/session/me.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { PasswordCard } from './password-card.tsx'

const { session } = inject('studio')

beforeEach(() => {
  storeSession(session)
  queryClient.clear()
})

test.each(['Current password', 'New password', 'New password again'])(
  'the password can be changed as soon as a field has a text: %s',
  async (label) => {
    await queryClient.fetchQuery(meQuery())
    const screen = await render(
      <MemoryRouter>
        <QueryClientProvider client={queryClient}>
          <PasswordCard hasPassword />
        </QueryClientProvider>
      </MemoryRouter>,
    )
    const button = screen.getByRole('button', { name: 'Change password' })
    await expect.element(button).toBeDisabled()
    const field = screen.getByLabelText(label, { exact: true })
    await field.fill('a')
    await expect.element(button).toBeEnabled()
    await field.fill('')
    await expect.element(button).toBeDisabled()
  },
)
