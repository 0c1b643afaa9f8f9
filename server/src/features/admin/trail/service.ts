import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { TrailQuery } from '@studiohub/contract/features/admin/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

/** What was done and refused on the whole platform, the newest first. */
export function listTrail(caller: Caller, query: TrailQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const found = await queries.listTrail(tx, { ...query, before_id: after?.[1] ?? null, limit: rows })
    const page = toPage(found, limit, (row) => [row.at, row.id])
    const names = new Map(
      (await queries.listNames(tx, page.items.flatMap(idsIn))).map((one) => [one.id, one.full_name]),
    )
    const namesIn = (row: Entry) =>
      Object.fromEntries(idsIn(row).flatMap((id) => (names.get(id) ? [[id, names.get(id) ?? '']] : [])))
    return { ...page, items: page.items.map((row) => ({ ...row, names: namesIn(row) })) }
  })
}

type Entry = { object_id: string | null; before: unknown; after: unknown }

const anId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Every id that an entry holds, whatever it is of. */
const idsIn = ({ object_id, before, after }: Entry): string[] => [
  ...new Set(JSON.stringify([object_id, before, after]).match(anId) ?? []),
]
