import { History } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useAuditLog } from '../activity-api.ts'
import { TRAIL_PER_PAGE } from '../api.ts'
import { isRoutine } from '../model/audit-days.ts'
import { readId } from '../model/read-id.ts'
import { AuditFilters, outcomes } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'

const ROWS_MIN = 20
const PAGES_MAX = 5
type AuditLogQuery = ReturnType<typeof useAuditLog>

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
      <AuditFilters
        studio_id={studio_id}
        actor_id={actor_id}
        action={action}
        outcome={outcome}
        hidesRoutine={hidesRoutine}
        names={{ studio: firstEntry?.studio_name, actor: firstEntry?.actor_name }}
        setParam={setParam}
      />
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
