import { canRunPlatform, canSeeActivity } from '@studiohub/contract/features/admin/policy.ts'
import { listSubjectIds, type SubjectEntry } from '@studiohub/contract/features/admin/rules.ts'
import type { ActivityQuery, AuditLogQuery, AuditSubject } from '@studiohub/contract/features/admin/schema.ts'
import { activityAreas } from '@studiohub/contract/features/admin/words.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

/** The audit log of the whole platform, newest first. */
export function listAuditEntries(caller: Caller, query: AuditLogQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const entries = await queries.listAuditEntries(tx, { ...query, before_id: after?.[1] ?? null, limit: rows })
    const page = toPage(entries, limit, (row) => [row.at, row.id])
    return { ...page, items: await withNames(tx, null, page.items) }
  })
}

/** The activity of a studio, newest first, with current names. */
export function listActivity(caller: Caller, query: ActivityQuery) {
  const { after, limit, rows } = readPage(query)
  const { studio_id, actor_id, kind } = query
  const areas = kind ? activityAreas[kind] : Object.values(activityAreas).flat()
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeActivity(requireRole(actor), studio_id))
    const filter = { studio_id, actor_id, areas, outcome: 'done' as const }
    const entries = await queries.listAuditEntries(tx, { ...filter, before_id: after?.[1] ?? null, limit: rows })
    const page = toPage(entries, limit, (row) => [row.at, row.id])
    return { ...page, items: await withNames(tx, studio_id, page.items) }
  })
}

/** Adds the names for the ids of each entry, and what it is about. Row-level security decides which names the caller sees. */
async function withNames<Row extends SubjectEntry>(tx: Tx, studio_id: string | null, entries: readonly Row[]) {
  const namedRows = await queries.listNames(tx, entries.flatMap(listIdsOfEntry))
  const names = new Map(namedRows.map((row) => [row.id, row.full_name]))
  const namesIn = (row: Row) =>
    Object.fromEntries(listIdsOfEntry(row).flatMap((id) => (names.get(id) ? [[id, names.get(id) ?? '']] : [])))
  const findSubject = await readSubjects(tx, studio_id, entries)
  return entries.map((row) => ({ ...row, names: namesIn(row), subject: findSubject(row) }))
}

/** Reads what the entries are about. Never returns objects of a studio other than the entry's. */
async function readSubjects(tx: Tx, studio_id: string | null, entries: readonly SubjectEntry[]) {
  const ids = [...new Set(entries.flatMap(listSubjectIds))]
  const rows = await queries.listSubjects(tx, studio_id, ids)
  const keyOf = (studio_id: string | null, id: string) => `${studio_id} ${id}`
  const subjects = new Map<string, AuditSubject>(
    rows.map(({ studio_id, ...subject }) => [keyOf(studio_id, subject.id), subject]),
  )
  return (entry: SubjectEntry): AuditSubject | null => {
    for (const id of listSubjectIds(entry)) {
      const subject = subjects.get(keyOf(entry.studio_id, id)) ?? subjects.get(keyOf(null, id))
      if (subject) return subject
    }
    return null
  }
}

const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** All ids in an entry. */
const listIdsOfEntry = ({ object_id, before, after }: SubjectEntry): string[] => [
  ...new Set(JSON.stringify([object_id, before, after]).match(idPattern) ?? []),
]
