import type { TrailEntry } from '@studiohub/contract/features/admin/schema.ts'
import { History, X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useAuditLog } from '../api.ts'
import { listActionChoices, wordsOfEntry } from '../model/activity.ts'

const outcomes = ['done', 'denied'] as const
const outcomeChoices = [
  { value: '', label: 'All outcomes' },
  { value: 'done', label: 'Done' },
  { value: 'denied', label: 'Denied' },
]
const isId = (text: string | null) => (text && /^[0-9a-f-]{36}$/.test(text) ? text : undefined)

/** The audit log, filtered by the URL. */
export function AuditLog() {
  const [params, setParams] = useSearchParams()
  const setParam = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const action = params.get('action') ?? ''
  const outcome = outcomes.find((one) => one === params.get('outcome'))
  const [studio_id, actor_id] = [isId(params.get('studio')), isId(params.get('actor'))]
  const trail = useAuditLog({ studio_id, actor_id, action, outcome })
  const first = trail.data?.[0]
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full md:w-80">
          <Field label="Action">
            {(control) => (
              <Combobox
                {...control}
                choices={[{ value: '', label: 'All actions' }, ...listActionChoices(action)]}
                value={action}
                onChange={(chosen) => setParam('action', chosen)}
                emptyText="No matching actions"
              />
            )}
          </Field>
        </div>
        <div className="w-full md:w-48">
          <Field label="Outcome">
            {(control) => (
              <Select
                {...control}
                choices={outcomeChoices}
                value={outcome ?? ''}
                onChange={({ target }) => setParam('outcome', target.value)}
              />
            )}
          </Field>
        </div>
        {studio_id && (
          <FilterChip label={`At ${first?.studio_name ?? 'one studio'}`} onClear={() => setParam('studio', '')} />
        )}
        {actor_id && (
          <FilterChip label={`By ${first?.actor_name ?? 'one person'}`} onClear={() => setParam('actor', '')} />
        )}
      </div>
      <QueryView
        query={trail}
        loadingText="Loading the audit log..."
        errorTitle="Error loading data"
        empty={
          <EmptyState icon={History} title="No entries found">
            No entry matches your filters.
          </EmptyState>
        }
      >
        {(rows) => <AuditTable rows={rows} onFilter={setParam} />}
      </QueryView>
      <ShowMore list={trail} label="Show older" />
    </div>
  )
}

const FilterChip = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <Button size="small" look="secondary" onClick={onClear}>
    {label}
    <X aria-label="Show all" />
  </Button>
)

type AuditTableProps = { rows: readonly TrailEntry[]; onFilter: (name: string, id: string) => void }

function AuditTable({ rows, onFilter }: AuditTableProps) {
  // A tap anywhere on a narrow row opens its details, which contain the filters.
  const renderFilterButton = (name: 'actor' | 'studio', id: string | null, text: string | null, none: string) =>
    id ? (
      <>
        <button
          type="button"
          title="Filter by this"
          onClick={() => onFilter(name, id)}
          className="text-left underline-offset-4 hover:underline @max-3xl:hidden"
        >
          {text ?? 'No name'}
        </button>
        <span className="@3xl:hidden">{text ?? 'No name'}</span>
      </>
    ) : (
      <span className="text-muted-foreground">{none}</span>
    )
  return (
    <Table
      label="Audit log"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', cell: ({ at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span> },
        { name: 'Who', cell: (row) => renderFilterButton('actor', row.actor_id, row.actor_name, 'The system') },
        { name: 'Studio', cell: (row) => renderFilterButton('studio', row.studio_id, row.studio_name, 'Platform') },
        { name: 'Action', narrow: 'title', cell: (row) => <Action entry={row} /> },
        { name: 'Details', narrow: 'below', cell: (row) => <Details entry={row} onFilter={onFilter} /> },
      ]}
    />
  )
}

const Action = ({ entry }: { entry: TrailEntry }) => (
  <span className="inline-flex max-w-full items-center gap-2 @3xl:flex-wrap">
    <span className="@max-3xl:truncate">{wordsOfEntry(entry)}</span>
    {entry.outcome === 'denied' && <Badge tone="cancelled">Denied</Badge>}
  </span>
)

function Details({ entry, onFilter }: { entry: TrailEntry; onFilter: AuditTableProps['onFilter'] }) {
  const { action, before, after, names, object_type, object_id, request_id, actor_id, studio_id } = entry
  const people = Object.keys(names).length > 0 && { people: names }
  const facts = { action, [object_type]: object_id, before, after, ...people, request: request_id }
  return (
    <details className="max-w-full text-left">
      <summary className="cursor-pointer text-link">What changed</summary>
      <pre className="mt-2 max-w-[min(28rem,70vw)] rounded-md @max-3xl:max-w-none bg-muted p-3 text-xs whitespace-pre-wrap break-all">
        {JSON.stringify(facts, null, 2)}
      </pre>
      <span className="mt-2 flex flex-wrap gap-2 @3xl:hidden">
        {actor_id && (
          <Button size="small" look="secondary" onClick={() => onFilter('actor', actor_id)}>
            All by {entry.actor_name ?? 'this person'}
          </Button>
        )}
        {studio_id && (
          <Button size="small" look="secondary" onClick={() => onFilter('studio', studio_id)}>
            All at {entry.studio_name ?? 'this studio'}
          </Button>
        )}
      </span>
    </details>
  )
}
