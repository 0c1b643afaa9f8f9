import type { HistoryEntry } from '@studiohub/contract/features/clients/schema.ts'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useClientHistory } from '../api.ts'
import { HistoryRow } from './history-row.tsx'

const ENTRIES_SHOWN = 5

type HistorySectionsProps = { studio_id: string; client_id: string; timezone: string }

/** The client's sessions to come, the soonest first. */
export function UpcomingSection({ studio_id, client_id, timezone }: HistorySectionsProps) {
  const history = useClientHistory(studio_id, client_id)
  const now = useNow()
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? []
  const next = findNextSession(entries, now, history.hasNextPage)
  // The history has the newest first.
  const upcoming = entries.filter((entry) => isAhead(entry, now)).reverse()
  if (upcoming.length === 0) return null
  return (
    <section className="grid grid-cols-1">
      <h3 className="text-sm font-semibold">Upcoming</h3>
      <ul className="grid divide-y divide-border">
        {upcoming.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} timezone={timezone} isAhead isNext={entry === next} />
        ))}
      </ul>
    </section>
  )
}

/** The client's history without the sessions to come: its newest entries first, the others on request. */
export function HistorySection({ studio_id, client_id, timezone }: HistorySectionsProps) {
  const history = useClientHistory(studio_id, client_id)
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const entries = history.data?.pages.flatMap(({ items }) => items)
  const past = entries?.filter((entry) => !isAhead(entry, now))
  return (
    <section className="grid grid-cols-1 gap-1 border-t border-border pt-5">
      <h3 className="text-sm font-semibold">History</h3>
      <QueryView
        query={{ ...history, data: past }}
        loadingText="Loading history..."
        errorTitle="Failed to load the history"
        empty={
          <EmptyState icon={History} title={entries && entries.length > 0 ? 'Nothing else yet' : 'Nothing yet'}>
            Their sessions, projects and check-ins will appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            <ul className="grid divide-y divide-border">
              {(isWhole ? rows : rows.slice(0, ENTRIES_SHOWN)).map((entry) => (
                <HistoryRow key={`${entry.kind} ${entry.id}`} entry={entry} timezone={timezone} />
              ))}
            </ul>
            {isWhole && <ShowMore list={history} label="Show older entries" />}
            {!isWhole && rows.length > ENTRIES_SHOWN && (
              <Button look="secondary" size="small" className="justify-self-center" onClick={() => setWhole(true)}>
                Show all
              </Button>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** Whether an entry is a session that is still to come. */
const isAhead = ({ kind, status, at }: HistoryEntry, now: Date) =>
  kind === 'booking' && ['pending', 'confirmed'].includes(status) && Date.parse(at) >= now.getTime()

/** The next session among the newest entries. Undefined if there is none, or if it may be among the entries that are not loaded. */
function findNextSession(entries: readonly HistoryEntry[], now: Date, hasMore: boolean): HistoryEntry | undefined {
  if (hasMore && !entries.some(({ at }) => Date.parse(at) < now.getTime())) return undefined
  return entries.findLast((entry) => isAhead(entry, now))
}
