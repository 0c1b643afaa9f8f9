import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { meQuery } from '#lib/session/me.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { ProfileForm } from './profile-form.tsx'

const { session } = inject('studio')

beforeEach(async () => {
  storeSession(session)
  queryClient.clear()
  await client.profile.update({ full_name: 'Ada Admin', phone: '+31 20 555 0100' })
})

test('a field that was saved on another device stays when another field is saved here', async () => {
  const me = await queryClient.fetchQuery(meQuery())
  const screen = await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ProfileForm me={me} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.getByLabelText('Full name').fill('Ada Owner')
  const { phone } = await client.profile.update({ phone: '+31 20 555 0199' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(async () => (await client.profile.get()).profile).toMatchObject({ full_name: 'Ada Owner', phone })
  await expect.element(screen.getByLabelText('Phone')).toHaveValue(phone)
})
