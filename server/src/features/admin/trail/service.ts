import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { TrailQuery } from '@studiohub/contract/features/admin/schema.ts'
import { authorize, requireRole } from '../../../platform/authorize.ts'
import { readPage, toPage } from '../../../platform/cursor.ts'
import { asActor, type Caller } from '../../../platform/db/door.ts'
import * as queries from './queries.ts'

/** What was done and refused on the whole platform, the newest first. */
export function listTrail(caller: Caller, query: TrailQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const found = await queries.listTrail(tx, { ...query, before_id: after?.[1] ?? null, limit: rows })
    return toPage(found, limit, (row) => [row.at, row.id])
  })
}
