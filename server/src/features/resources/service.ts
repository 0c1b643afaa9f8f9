import { canListResources } from '@studiohub/contract/features/resources/policy.ts'
import { authorize, requireRole } from '../../platform/authorize.ts'
import { readPage, toPage } from '../../platform/cursor.ts'
import { asActor, type Caller } from '../../platform/db/door.ts'
import * as queries from './queries.ts'

type Paged = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** What the studio's sessions occupy. */
export function listResources(caller: Caller, query: Paged) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), query.studio_id))
    const found = await queries.listResources(tx, query.studio_id, { after, limit: rows })
    return toPage(found, limit, (row) => [String(row.position), row.id])
  })
}

/** When the studio is open, whole: a week has no second page. */
export function listOpeningHours(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), studio_id))
    return { items: await queries.listOpeningHours(tx, studio_id), next_cursor: null }
  })
}

/** What the studio offers. */
export function listServices(caller: Caller, query: Paged) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), query.studio_id))
    const found = await queries.listServices(tx, query.studio_id, { after, limit: rows })
    return toPage(found, limit, (row) => [String(row.position), row.key])
  })
}
