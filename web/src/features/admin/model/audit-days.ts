import type { AuditEntry } from '@studiohub/contract/features/admin/schema.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { formatDay } from '../../conversations/shared/days.ts'
import { isNotFound } from './activity.ts'

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

/** Whether the log leaves an entry out at first. Calls about a missing object are, but other denied calls never are. */
export const isRoutine = (entry: Pick<AuditEntry, 'action' | 'outcome' | 'after'>) =>
  isNotFound(entry) || (entry.outcome === 'done' && routineActions.has(entry.action))

/** Entries in one row: usually one, more if a person repeated the same call. The newest is the first. */
export type RowOf<Entry> = readonly [Entry, ...Entry[]]
export type AuditRow = RowOf<AuditEntry>

export type DayOf<Entry> = { date: string; title: string; rows: RowOf<Entry>[] }

/** Whether two entries are the same routine or denied call of one person, so that one row of the audit log shows both. */
export const isRepetition = (a: AuditEntry, b: AuditEntry) =>
  isRepeatable(a) &&
  isRepeatable(b) &&
  a.action === b.action &&
  a.outcome === b.outcome &&
  isNotFound(a) === isNotFound(b) &&
  a.actor_id === b.actor_id &&
  a.studio_id === b.studio_id

// Without a person, denied calls may be of several people, such as failed sign-ins to several accounts.
const isRepeatable = (entry: AuditEntry) => isRoutine(entry) || (entry.outcome === 'denied' && entry.actor_id !== null)

type Grouping<Entry> = {
  zone: string
  /** `yyyy-MM-dd` */
  today: string
  /** Whether neighbors share a row. */
  isRepetition: (a: Entry, b: Entry) => boolean
}

/** Groups entries by the day in `zone`. @param entries newest first */
export function groupByDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  { zone, today, isRepetition }: Grouping<Entry>,
): DayOf<Entry>[] {
  const days: DayOf<Entry>[] = []
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
