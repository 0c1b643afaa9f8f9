import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { deleteAllDrafts } from '#lib/forms/draft-storage.ts'
import { api, client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { meQuery } from '#lib/session/me.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { PlatformLegalTab, StudioLegalTab } from './legal-form.tsx'

const { studio_id, session } = inject('studio')

const readTexts = () => client.legalTexts.get({ studio_id })

/** Saves one text as another admin, who has loaded the current texts. */
async function saveElsewhere(change: { imprint: string } | { privacy: string }) {
  const { imprint, privacy } = await readTexts()
  await client.legalTexts.update({ studio_id, imprint, privacy, ...change })
}

const refetchTexts = () =>
  queryClient.refetchQueries({ queryKey: api.legalTexts.get.queryKey({ input: { studio_id } }) })

beforeEach(async () => {
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  await client.legalTexts.update({ studio_id, imprint: 'One Street 1', privacy: 'We keep little.' })
})

const renderWithClient = (tab: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>{tab}</QueryClientProvider>
    </MemoryRouter>,
  )

async function renderTab() {
  const { studio } = await queryClient.fetchQuery(meQuery())
  if (!studio) throw new Error('The admin has no studio.')
  return renderWithClient(<StudioLegalTab studio={studio} />)
}

type Screen = Awaited<ReturnType<typeof renderTab>>

async function editImprint(screen: Screen, text: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Edit Imprint' }))
  await screen.getByLabelText('Imprint text').fill(text)
}

const save = (screen: Screen) => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const changedMarks = (screen: Screen) => screen.getByText('Changed, not saved').elements()

test('a text that another admin saves appears, and counts as saved', async () => {
  const screen = await renderTab()
  await expect.element(screen.getByText('We keep little.')).toBeVisible()
  await saveElsewhere({ privacy: 'We keep nothing.' })
  await refetchTexts()
  await expect.element(screen.getByText('We keep nothing.')).toBeVisible()
  expect(changedMarks(screen)).toEqual([])
  expect(screen.getByRole('button', { name: 'Save changes' }).elements()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Edit Privacy' }))
  await expect.element(screen.getByLabelText('Privacy text')).toHaveValue('We keep nothing.')
})

test('two admins who edit different texts lose nothing, if the form has refetched', async () => {
  const screen = await renderTab()
  await editImprint(screen, 'Two Street 2')
  await saveElsewhere({ privacy: 'We keep nothing.' })
  await refetchTexts()
  await expect.element(screen.getByText('We keep nothing.')).toBeVisible()
  expect(changedMarks(screen)).toHaveLength(1)
  await save(screen)
  await expect.poll(readTexts).toMatchObject({ imprint: 'Two Street 2', privacy: 'We keep nothing.' })
})

test('a save that is based on old texts is refused, loads the new ones, and succeeds when it is sent again', async () => {
  const screen = await renderTab()
  await editImprint(screen, 'Two Street 2')
  await saveElsewhere({ privacy: 'We keep nothing.' })
  await save(screen)
  await expect.element(screen.getByText('We keep nothing.')).toBeVisible()
  expect(await readTexts()).toMatchObject({ imprint: 'One Street 1', privacy: 'We keep nothing.' })
  await expect.element(screen.getByLabelText('Imprint text')).toHaveValue('Two Street 2')
  await save(screen)
  await expect.poll(readTexts).toMatchObject({ imprint: 'Two Street 2', privacy: 'We keep nothing.' })
  await expect.poll(() => changedMarks(screen)).toEqual([])
})

test('the user decides about a text that both sides changed', async () => {
  const screen = await renderTab()
  await editImprint(screen, 'Two Street 2')
  await saveElsewhere({ imprint: 'Three Street 3' })
  await refetchTexts()
  const conflicts = screen.getByRole('list', { name: 'Conflicting changes' })
  await expect.element(conflicts).toHaveTextContent('Imprint: yours Two Street 2, saved Three Street 3')
  await userEvent.click(screen.getByRole('button', { name: 'Use saved' }))
  await expect.element(screen.getByLabelText('Imprint text')).toHaveValue('Three Street 3')
  expect(changedMarks(screen)).toEqual([])
})

test('the texts of the platform merge in the same way', async () => {
  const queryKey = api.legalTexts.getPlatform.queryKey()
  const texts = { imprint: 'One Street 1', privacy: 'Little.', terms: 'Be kind.', changed_at: {} }
  // The admin of these tests may not read these texts, so they are never fetched.
  queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(queryKey, { ...texts, version: 1 })
  const screen = await renderWithClient(<PlatformLegalTab />)
  await userEvent.click(screen.getByRole('button', { name: 'Edit Terms' }))
  await screen.getByLabelText('Terms text').fill('Be very kind.')
  queryClient.setQueryData(queryKey, { ...texts, privacy: 'Nothing.', version: 2 })
  await expect.element(screen.getByText('Nothing.')).toBeVisible()
  expect(changedMarks(screen)).toHaveLength(1)
  queryClient.setQueryData(queryKey, { ...texts, privacy: 'Nothing.', terms: 'Be fair.', version: 3 })
  const conflicts = screen.getByRole('list', { name: 'Conflicting changes' })
  await expect.element(conflicts).toHaveTextContent('Terms: yours Be very kind., saved Be fair.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await expect.element(screen.getByLabelText('Terms text')).toHaveValue('Be very kind.')
  await expect.element(screen.getByRole('button', { name: 'Save changes' })).toBeVisible()
})
