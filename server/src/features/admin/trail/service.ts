import { canRunPlatform, canSeeActivity } from '@studiohub/contract/features/admin/policy.ts'
import type { ActivityQuery, TrailQuery } from '@studiohub/contract/features/admin/schema.ts'
import { activityAreas } from '@studiohub/contract/features/admin/words.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

/** The audit log of the whole platform, newest first. */
export function listTrail(caller: Caller, query: TrailQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const found = await queries.listTrail(tx, { ...query, before_id: after?.[1] ?? null, limit: rows })
    const page = toPage(found, limit, (row) => [row.at, row.id])
    return { ...page, items: await withNames(tx, page.items) }
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
    const found = await queries.listTrail(tx, { ...filter, before_id: after?.[1] ?? null, limit: rows })
    const page = toPage(found, limit, (row) => [row.at, row.id])
    return { ...page, items: await withNames(tx, page.items) }
  })
}

/** Adds the names for the ids of each entry. Row-level security decides which names the caller sees. */
async function withNames<Row extends UnnamedEntry>(tx: Tx, entries: readonly Row[]) {
  const found = await queries.listNames(tx, entries.flatMap(idsIn))
  const names = new Map(found.map((one) => [one.id, one.full_name]))
  const namesIn = (row: UnnamedEntry) =>
    Object.fromEntries(idsIn(row).flatMap((id) => (names.get(id) ? [[id, names.get(id) ?? '']] : [])))
  return entries.map((row) => ({ ...row, names: namesIn(row) }))
}

type UnnamedEntry = { object_id: string | null; before: unknown; after: unknown }

const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** All ids in an entry. */
const idsIn = ({ object_id, before, after }: UnnamedEntry): string[] => [
  ...new Set(JSON.stringify([object_id, before, after]).match(idPattern) ?? []),
]
