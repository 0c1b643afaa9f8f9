import type { TrailEntry } from '@studiohub/contract/features/admin/schema.ts'
import { History, X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useAuditLog } from '../activity-api.ts'
import { describeEntry, listActionChoices } from '../model/activity.ts'
import { operatorPathOf } from '../model/subjects.ts'
import { NarrowSubject, SubjectName } from './subject-name.tsx'

const outcomes = ['done', 'denied'] as const
const outcomeChoices = [
  { value: '', label: 'All outcomes' },
  { value: 'done', label: 'Done' },
  { value: 'denied', label: 'Denied' },
]
const readId = (text: string | null) => (text && /^[0-9a-f-]{36}$/.test(text) ? text : undefined)

/** The audit log, filtered by the URL. */
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
  const firstEntry = auditLog.data?.[0]
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
                onChange={(value) => setParam('action', value)}
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
          <FilterChip label={`At ${firstEntry?.studio_name ?? 'one studio'}`} onClear={() => setParam('studio', '')} />
        )}
        {actor_id && (
          <FilterChip label={`By ${firstEntry?.actor_name ?? 'one person'}`} onClear={() => setParam('actor', '')} />
        )}
      </div>
      <QueryView
        query={auditLog}
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
      <ShowMore list={auditLog} label="Show older" />
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
  // In a narrow row the names are plain text: a tap on the row opens its details, which have the filter buttons.
  const renderFilterButton = (name: 'actor' | 'studio', id: string | null, text: string | null, emptyText: string) =>
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
      <span className="text-muted-foreground">{emptyText}</span>
    )
  return (
    <Table
      label="Audit log"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
        { name: 'Who', cell: (row) => renderFilterButton('actor', row.actor_id, row.actor_name, 'The system') },
        { name: 'Studio', cell: (row) => renderFilterButton('studio', row.studio_id, row.studio_name, 'Platform') },
        { name: 'Action', narrow: 'title', cell: (row) => <ActionCell entry={row} /> },
        {
          name: 'About',
          narrow: 'hidden',
          cell: (row) => <SubjectName entry={row} pathOf={operatorPathOf} className="wrap-anywhere" />,
        },
        { name: 'Details', narrow: 'below', cell: (row) => <DetailsCell entry={row} onFilter={onFilter} /> },
      ]}
    />
  )
}

const ActionCell = ({ entry }: { entry: TrailEntry }) => (
  <span className="grid justify-items-start">
    <span className="inline-flex max-w-full items-center gap-2 @3xl:flex-wrap">
      <span className="@max-3xl:truncate">{describeEntry(entry)}</span>
      {entry.outcome === 'denied' && <Badge tone="cancelled">Denied</Badge>}
    </span>
    <NarrowSubject entry={entry} pathOf={operatorPathOf} />
  </span>
)

function DetailsCell({ entry, onFilter }: { entry: TrailEntry; onFilter: AuditTableProps['onFilter'] }) {
  const { action, before, after, names, object_type, object_id, request_id, actor_id, studio_id } = entry
  const people = Object.keys(names).length > 0 && { people: names }
  const hasChange = before !== null || after !== null
  const facts = { action, [object_type]: object_id, before, after, ...people, request: request_id }
  return (
    // Without a change it has only the filters, which wide rows show in their cells.
    <details className={cx('max-w-full text-left', !hasChange && '@3xl:hidden')}>
      <summary className="cursor-pointer text-link">{hasChange ? 'What changed' : 'Details'}</summary>
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
