import type { PlatformStudio } from '@studiohub/contract/features/admin/schema.ts'
import { studioSorts, studioStates } from '@studiohub/contract/features/admin/words.ts'
import { Building2, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { arePlansOn } from '#lib/page/plans.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ROWS_PER_PAGE, useLivePlatform } from './api.ts'
import { SearchField } from './components/search-field.tsx'
import { StudioTable } from './components/studio-table.tsx'
import { useCursorPages } from './hooks/use-cursor-pages.ts'
import { useStudios } from './studios-api.ts'

const loadStudioDialog = () => import('./components/studio-dialog.tsx')
const StudioDialog = lazy(async () => ({ default: (await loadStudioDialog()).StudioDialog }))

/** With 'Sort', because the closed select has no visible label. */
const sortLabels: Record<(typeof studioSorts)[number], string> = {
  attention: 'Sort: attention',
  name: 'Sort: name, A to Z',
  '-name': 'Sort: name, Z to A',
  '-created_at': 'Sort: newest',
  created_at: 'Sort: oldest',
  type: 'Sort: type',
  location: 'Sort: location',
  tier: 'Sort: plan',
}
const stateChoices = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'new', label: 'Not opened yet' },
  { value: 'paused', label: 'Closed by the studio' },
  { value: 'suspended', label: 'Deactivated here' },
]

/** Search, order and status of the list. They are stored in the URL. */
function useStudioFilters() {
  const [params, setParams] = useSearchParams()
  const filters = {
    search: params.get('search') ?? '',
    sort: studioSorts.find((sort) => sort === params.get('sort')) ?? 'attention',
    state: studioStates.find((state) => state === params.get('state')),
  }
  const setFilter = (name: 'search' | 'sort' | 'state', value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { filters, setFilter }
}

export default function StudiosScreen() {
  useLivePlatform()
  usePrefetch(loadStudioDialog)
  const { filters, setFilter } = useStudioFilters()
  const pages = useCursorPages(JSON.stringify(filters))
  const studios = useStudios({ ...filters, cursor: pages.cursor })
  // The open form; with `studio: null` it adds a studio.
  const [openForm, setOpenForm] = useState<{ studio: PlatformStudio | null } | null>(null)
  const add = (
    <Button onClick={() => setOpenForm({ studio: null })} aria-haspopup="dialog">
      <Plus aria-hidden />
      Add studio
    </Button>
  )
  return (
    <Page
      title="Studios"
      subtitle={arePlansOn() ? 'All studios, with plan and owner' : 'All studios, with owner'}
      action={add}
      wide
    >
      <div className="grid gap-4">
        <StudioFilters filters={filters} setFilter={setFilter} />
        <QueryView
          query={studios}
          loadingText="Loading studios..."
          errorTitle="Error loading studios"
          isEmpty={({ items }) => items.length === 0}
          empty={<NoStudios isFiltered={filters.search !== '' || filters.state !== undefined} />}
        >
          {({ items, next_cursor, total }) => (
            <>
              <StudioTable rows={items} onEdit={(studio) => setOpenForm({ studio })} />
              <Pager
                page={pages.page}
                rowCount={items.length}
                perPage={ROWS_PER_PAGE}
                total={total}
                onBack={pages.back}
                onNext={pages.getNextHandler(next_cursor)}
                pending={studios.isPlaceholderData}
              />
            </>
          )}
        </QueryView>
      </div>
      {openForm && (
        <Suspense fallback={<LoadingOverlay>Opening the studio form...</LoadingOverlay>}>
          <StudioDialog studio={openForm.studio} onClose={() => setOpenForm(null)} />
        </Suspense>
      )}
    </Page>
  )
}

function StudioFilters({ filters, setFilter }: ReturnType<typeof useStudioFilters>) {
  return (
    <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] gap-3 *:first:col-span-full md:flex">
      <SearchField label="Search studios" value={filters.search} onSearch={(text) => setFilter('search', text)} />
      <div className="md:w-48">
        <Select
          aria-label="Status"
          choices={stateChoices}
          value={filters.state ?? ''}
          onChange={({ target }) => setFilter('state', target.value)}
        />
      </div>
      <div className="md:w-48">
        <Select
          aria-label="Sort by"
          choices={studioSorts.map((value) => ({ value, label: sortLabels[value] }))}
          value={filters.sort}
          onChange={({ target }) => setFilter('sort', target.value === 'attention' ? '' : target.value)}
        />
      </div>
    </div>
  )
}

const NoStudios = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={Building2} title="No studio found">
      No studio matches your search.
    </EmptyState>
  ) : (
    <EmptyState icon={Building2} title="No studios yet. Create your first one!" />
  )
