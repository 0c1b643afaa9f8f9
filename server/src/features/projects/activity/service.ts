import { fail } from '@studiohub/contract/errors.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getProject } from '../queries.ts'
import { listActivity as readActivity } from './queries.ts'

/** Lists the events of a project that the actor may see, newest first. */
export function listActivity(
  caller: Caller,
  query: { id: string; cursor?: string | undefined; limit?: number | undefined },
) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const project = (await getProject(tx, query.id)) ?? fail('NOT_FOUND')
    const entries = await readActivity(tx, project, { after, limit: rows })
    return toPageByTime(entries, limit, ({ id }) => id)
  })
}
