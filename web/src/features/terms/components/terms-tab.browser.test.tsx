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
import { termsKey } from '../api.ts'
import { TermsTab } from './terms-tab.tsx'

const { studio_id, session } = inject('studio')
let run = 0

const readCurrent = async () => (await client.terms.getCurrent({ studio_id })).terms
const refetchTerms = () => queryClient.refetchQueries({ queryKey: termsKey })

beforeEach(async () => {
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  run += 1
  await client.terms.create({ studio_id, text: `Be on time.\n\nBe kind. ${run}` })
})

async function renderTab() {
  const { studio } = await queryClient.fetchQuery(meQuery())
  if (!studio) throw new Error('The admin has no studio.')
  return render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <TermsTab studio={studio} />
        <Toaster />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

type Screen = Awaited<ReturnType<typeof renderTab>>
const textField = (screen: Screen) => screen.getByLabelText('Text', { exact: true })
const publish = (screen: Screen) => userEvent.click(screen.getByRole('button', { name: /^Publish version/ }))

test('a text that another admin publishes appears, and another change here stays', async () => {
  const screen = await renderTab()
  await userEvent.click(screen.getByRole('switch', { name: 'Clients sign the terms' }))
  await client.terms.create({ studio_id, text: 'Be early.' })
  await refetchTerms()
  await expect.element(textField(screen)).toHaveValue('Be early.')
  await publish(screen)
  await expect.poll(readCurrent).toMatchObject({ text: 'Be early.', needs_signature: true })
})

test('a tab that does not know the newest version does not publish over it', async () => {
  const screen = await renderTab()
  await userEvent.click(screen.getByRole('switch', { name: 'Clients sign the terms' }))
  await client.terms.create({ studio_id, text: 'Be early.' })
  await publish(screen)
  await expect.element(textField(screen)).toHaveValue('Be early.')
  await expect.poll(readCurrent).toMatchObject({ text: 'Be early.', needs_signature: false })
  await publish(screen)
  await expect.poll(readCurrent).toMatchObject({ text: 'Be early.', needs_signature: true })
})

test('the user decides about a text that both sides changed, also after leaving', async () => {
  const first = await renderTab()
  await textField(first).fill('Be on time.\n\nBe very kind.')
  await first.unmount()
  await client.terms.create({ studio_id, text: 'Be on time.\n\nBe fair.' })
  const screen = await renderTab()
  await refetchTerms()
  const conflicts = screen.getByRole('list', { name: 'Conflicting changes' })
  await expect.element(conflicts).toHaveTextContent('Text: yours Be very kind., saved Be fair.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await publish(screen)
  await expect.poll(readCurrent).toMatchObject({ text: 'Be on time.\n\nBe very kind.' })
})

test('a published text does not count as unsaved', async () => {
  const screen = await renderTab()
  await textField(screen).fill('Be patient.')
  await publish(screen)
  await expect.poll(readCurrent).toMatchObject({ text: 'Be patient.' })
  await expect.element(screen.getByRole('button', { name: /^Publish version/ })).toBeDisabled()
  expect(screen.getByText('What you typed is still here').elements()).toEqual([])
})
