import type { TrailEntry } from '@studiohub/contract/features/admin/schema.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { formatDay } from '../../conversations/shared/days.ts'

/** Calls that change nothing for other people. They are most of the log, so it does not show them at first. */
const routineActions = new Set([
  'clients.read',
  'connectedCalendars.read',
  'conversations.read',
  'notices.read',
  'notices.readAll',
  'session.ended_local',
  'session.expired',
  'session.opened',
  'session.refreshed',
])

/** Denied calls are never routine. */
export const isRoutine = ({ action, outcome }: Pick<TrailEntry, 'action' | 'outcome'>) =>
  outcome === 'done' && routineActions.has(action)

/** Entries in one row: usually one, more if a person repeated the same routine call. The newest is the first. */
export type AuditRow = readonly [TrailEntry, ...TrailEntry[]]

export type AuditDay = { date: string; title: string; rows: AuditRow[] }

const isRepetition = (a: TrailEntry, b: TrailEntry) =>
  isRoutine(a) && isRoutine(b) && a.action === b.action && a.actor_id === b.actor_id && a.studio_id === b.studio_id

/** Groups entries by the day in `zone`. @param entries newest first @param today `yyyy-MM-dd` */
export function groupByDay(entries: readonly TrailEntry[], zone: string, today: string): AuditDay[] {
  const days: AuditDay[] = []
  for (const entry of entries) {
    const { date } = localAt(entry.at, zone)
    const day = days.at(-1)
    if (day?.date !== date) {
      days.push({ date, title: formatDay(date, today), rows: [[entry]] })
      continue
    }
    const row = day.rows.at(-1)
    if (row && isRepetition(row[0], entry)) day.rows[day.rows.length - 1] = [...row, entry]
    else day.rows.push([entry])
  }
  return days
}
