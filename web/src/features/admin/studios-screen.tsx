import type { PlatformStudio } from '@studiohub/contract/features/admin/schema.ts'
import { studioSorts, studioStates } from '@studiohub/contract/features/admin/words.ts'
import { Building2, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ROWS_A_PAGE, useLivePlatform, useStudios } from './api.ts'
import { SearchField } from './components/search-field.tsx'
import { StudioTable } from './components/studio-table.tsx'
import { usePages } from './hooks/use-pages.ts'

const loadStudioDialog = () => import('./components/studio-dialog.tsx')
const StudioDialog = lazy(async () => ({ default: (await loadStudioDialog()).StudioDialog }))

const sortNames: Record<(typeof studioSorts)[number], string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  type: 'Type',
  location: 'Location',
  tier: 'Plan',
}
const stateChoices = [
  { value: '', label: 'Every status' },
  { value: 'active', label: 'Active' },
  { value: 'new', label: 'Not opened yet' },
  { value: 'paused', label: 'Closed by the studio' },
  { value: 'suspended', label: 'Deactivated here' },
]

/** What stands in the address: search, order and status. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const choice = {
    search: params.get('search') ?? '',
    sort: studioSorts.find((sort) => sort === params.get('sort')) ?? 'name',
    state: studioStates.find((state) => state === params.get('state')),
  }
  const put = (name: 'search' | 'sort' | 'state', value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { choice, put }
}

export default function StudiosScreen() {
  useLivePlatform()
  usePrefetch(loadStudioDialog)
  const { choice, put } = useChoice()
  const pages = usePages(JSON.stringify(choice))
  const studios = useStudios({ ...choice, cursor: pages.cursor })
  // The studio that is edited, or null to add one.
  const [open, setOpen] = useState<{ studio: PlatformStudio | null } | null>(null)
  const add = (
    <Button onClick={() => setOpen({ studio: null })} aria-haspopup="dialog">
      <Plus aria-hidden />
      Add studio
    </Button>
  )
  return (
    <Page title="Studios" subtitle="Every studio on the platform, its plan and who runs it" action={add} wide>
      <div className="grid gap-4">
        <Narrowing choice={choice} put={put} />
        <QueryView
          query={studios}
          loadingText="Loading studios..."
          errorTitle="Error loading studios"
          isEmpty={({ items }) => items.length === 0}
          empty={<NoStudios isSearched={choice.search !== '' || choice.state !== undefined} />}
        >
          {({ items, next_cursor, total }) => (
            <>
              <StudioTable rows={items} onEdit={(studio) => setOpen({ studio })} />
              <Pager
                {...{ page: pages.page, rowCount: items.length, perPage: ROWS_A_PAGE, total }}
                onBack={pages.back}
                onNext={pages.on(next_cursor)}
                pending={studios.isPlaceholderData}
              />
            </>
          )}
        </QueryView>
      </div>
      {open && (
        <Suspense fallback={<LoadingOverlay>Opening the studio form...</LoadingOverlay>}>
          <StudioDialog studio={open.studio} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Page>
  )
}

function Narrowing({ choice, put }: ReturnType<typeof useChoice>) {
  return (
    <div className="flex flex-wrap gap-3">
      <SearchField label="Search studios" value={choice.search} onSearch={(text) => put('search', text)} />
      <div className="w-full md:w-48">
        <Select
          aria-label="Status"
          choices={stateChoices}
          value={choice.state ?? ''}
          onChange={({ target }) => put('state', target.value)}
        />
      </div>
      <div className="w-full md:w-48">
        <Select
          aria-label="Sort by"
          choices={studioSorts.map((value) => ({ value, label: sortNames[value] }))}
          value={choice.sort}
          onChange={({ target }) => put('sort', target.value === 'name' ? '' : target.value)}
        />
      </div>
    </div>
  )
}

const NoStudios = ({ isSearched }: { isSearched: boolean }) =>
  isSearched ? (
    <EmptyState icon={Building2} title="No studio found">
      None matches what you search for.
    </EmptyState>
  ) : (
    <EmptyState icon={Building2} title="No studios yet. Create your first one!" />
  )
