import { History, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useAuditLog } from '../activity-api.ts'
import { TRAIL_PER_PAGE } from '../api.ts'
import { listActionChoices } from '../model/activity.ts'
import { isRoutine } from '../model/audit-days.ts'
import { AuditRows } from './audit-rows.tsx'

const outcomes = ['done', 'denied'] as const
const outcomeChoices = [
  { value: '', label: 'All outcomes' },
  { value: 'done', label: 'Done' },
  { value: 'denied', label: 'Denied' },
]
const shownChoices = [
  { value: 'changes', label: 'Changes' },
  { value: 'all', label: 'Everything' },
] as const
const ROWS_MIN = 20
const PAGES_MAX = 5
type AuditLogQuery = ReturnType<typeof useAuditLog>

const readId = (text: string | null) => (text && /^[0-9a-f-]{36}$/.test(text) ? text : undefined)

/**
 * The audit log, filtered by the URL. Without a filter by action, it leaves out routine entries until the user asks for
 * them.
 */
export function AuditLog() {
  const [params, setParams] = useSearchParams()
  const setParam = (name: string, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const action = params.get('action') ?? ''
  const outcome = outcomes.find((value) => value === params.get('outcome'))
  const [studio_id, actor_id] = [readId(params.get('studio')), readId(params.get('actor'))]
  const auditLog = useAuditLog({ studio_id, actor_id, action, outcome })
  const hidesRoutine = action === '' && params.get('show') !== 'all'
  const entries = auditLog.data?.filter((entry) => !hidesRoutine || !isRoutine(entry))
  useEnoughRows(auditLog, entries?.length)
  const firstEntry = auditLog.data?.[0]
  return (
    <div className="grid gap-4">
      <Filters action={action} outcome={outcome} hidesRoutine={hidesRoutine} setParam={setParam}>
        {studio_id && (
          <FilterChip label={`At ${firstEntry?.studio_name ?? 'one studio'}`} onClear={() => setParam('studio', '')} />
        )}
        {actor_id && (
          <FilterChip label={`By ${firstEntry?.actor_name ?? 'one person'}`} onClear={() => setParam('actor', '')} />
        )}
      </Filters>
      <QueryView
        query={{ ...auditLog, data: entries }}
        loadingText="Loading the audit log..."
        errorTitle="Error loading data"
        empty={
          <EmptyState icon={History} title="No entries found">
            {hidesRoutine ? 'Sign-ins, reads and “Not found” are hidden.' : 'No entry matches your filters.'}
          </EmptyState>
        }
      >
        {(rows) => <AuditRows entries={rows} onFilter={setParam} />}
      </QueryView>
      {hidesRoutine && entries && entries.length > 0 && (
        <p className="text-sm text-muted-foreground">
          Sign-ins, reads and “Not found” are hidden. Choose “Everything” to see them.
        </p>
      )}
      <ShowMore list={auditLog} label="Show older" />
    </div>
  )
}

/** Loads older pages while routine entries were most of those before. */
function useEnoughRows({ hasNextPage, isFetching, isError, fetchNextPage, data }: AuditLogQuery, shown = 0) {
  const pageCount = (data?.length ?? 0) / TRAIL_PER_PAGE
  const needsMore = data !== undefined && shown < ROWS_MIN && pageCount <= PAGES_MAX && hasNextPage
  useEffect(() => {
    if (needsMore && !isFetching && !isError) fetchNextPage()
  }, [needsMore, isFetching, isError, fetchNextPage])
}

type FiltersProps = {
  action: string
  outcome: (typeof outcomes)[number] | undefined
  hidesRoutine: boolean
  setParam: (name: string, value: string) => void
  children: ReactNode
}

function Filters({ action, outcome, hidesRoutine, setParam, children }: FiltersProps) {
  return (
    <div className="grid grid-cols-2 items-center gap-3 md:flex md:flex-wrap">
      <div className="md:w-80">
        <Combobox
          aria-label="Action"
          choices={[{ value: '', label: 'All actions' }, ...listActionChoices(action)]}
          value={action}
          onChange={(value) => setParam('action', value)}
          emptyText="No matching actions"
        />
      </div>
      <div className="md:w-48">
        <Select
          aria-label="Outcome"
          choices={outcomeChoices}
          value={outcome ?? ''}
          onChange={({ target }) => setParam('outcome', target.value)}
        />
      </div>
      {action === '' && (
        <div className="col-span-2 grid md:ml-auto">
          <Segmented
            label="Entries"
            isWide
            choices={shownChoices}
            value={hidesRoutine ? 'changes' : 'all'}
            onChange={(value) => setParam('show', value === 'all' ? 'all' : '')}
          />
        </div>
      )}
      {children}
    </div>
  )
}

const FilterChip = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <Button size="small" look="secondary" onClick={onClear}>
    {label}
    <X aria-label="Show all" />
  </Button>
)
