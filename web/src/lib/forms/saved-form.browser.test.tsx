import type { StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { api, client } from '../server/api.ts'
import { useLive } from '../server/live.ts'
import { queryClient } from '../server/query-client.ts'
import { storeSession } from '../session/stored-session.ts'
import { deleteAllDrafts, readDraft } from './draft-storage.ts'
import { useSchemaForm } from './form.ts'
import { useSavedForm } from './saved-form.ts'
import { listConflictingNames, mergeVersions } from './three-way.ts'

const { studio_id, session } = inject('studio')
const Fields = z.object({ tagline: z.string(), location: z.string() })
type Fields = z.infer<typeof Fields>

const studioKey = api.studios.get.queryKey({ input: { studio_id } })
const saveElsewhere = (changes: StudioChanges) => client.studios.update({ studio_id, ...changes })

beforeEach(async () => {
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  await saveElsewhere({ tagline: 'Rooms by the river', location: 'Canal 1' })
})

/** Two settings of the studio as a form, without a button to save. */
function SettingsForm({ version, ...fields }: Fields & { version: number }) {
  const form = useSchemaForm(Fields, fields)
  const { conflicts, resolveConflicts } = useSavedForm({
    form,
    draftName: 'settings',
    draftFields: Fields,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the fields change with the version, as on every saved form.
    saved: useMemo(() => ({ version, fields }), [version]),
    isSaving: false,
    threeWay: {
      findConflicts: (sides) => listConflictingNames(sides).map((label) => ({ label, mine: 'mine', theirs: 'theirs' })),
      merge: mergeVersions,
    },
  })
  return (
    <form>
      <input aria-label="Tagline" {...form.register('tagline')} />
      <input aria-label="Location" {...form.register('location')} />
      <output>{conflicts.map(({ label }) => label).join(', ') || 'no conflict'}</output>
      <button type="button" onClick={() => resolveConflicts('theirs')}>
        Use theirs
      </button>
    </form>
  )
}

function Settings() {
  useLive('studios', studioKey)
  const { data } = useQuery(api.studios.get.queryOptions({ input: { studio_id } }))
  if (!data) return null
  const { version, tagline, location } = data
  return <SettingsForm version={version} tagline={tagline ?? ''} location={location ?? ''} />
}

const renderSettings = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Settings />
      </QueryClientProvider>
    </MemoryRouter>,
  )

test('unsaved input survives leaving the page, and its draft is deleted once it equals the saved value', async () => {
  const first = await renderSettings()
  await first.getByLabelText('Tagline').fill('Rooms by the sea')
  await first.unmount()
  const second = await renderSettings()
  await expect.element(second.getByLabelText('Tagline')).toHaveValue('Rooms by the sea')
  await second.getByLabelText('Tagline').fill('Rooms by the river')
  await expect.poll(() => readDraft('settings')).toBe(null)
})

test('a change that another admin saves appears in the form, and unsaved input stays', async () => {
  const screen = await renderSettings()
  await screen.getByLabelText('Tagline').fill('Rooms by the sea')
  await saveElsewhere({ location: 'Canal 2' })
  await expect.element(screen.getByLabelText('Location')).toHaveValue('Canal 2')
  await expect.element(screen.getByLabelText('Tagline')).toHaveValue('Rooms by the sea')
  await expect.element(screen.getByRole('status')).toHaveTextContent('no conflict')
})

test('the user decides about a field that both sides changed', async () => {
  const screen = await renderSettings()
  await screen.getByLabelText('Tagline').fill('Rooms by the sea')
  await saveElsewhere({ tagline: 'Rooms in the hills' })
  await expect.element(screen.getByRole('status')).toHaveTextContent('tagline')
  await expect.element(screen.getByLabelText('Tagline')).toHaveValue('Rooms by the sea')
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }))
  await expect.element(screen.getByLabelText('Tagline')).toHaveValue('Rooms in the hills')
  await expect.element(screen.getByRole('status')).toHaveTextContent('no conflict')
})
