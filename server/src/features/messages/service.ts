import { canListMessages } from '@studiohub/contract/features/messages/policy.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

type MessagesQuery = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** Lists the emails about a studio's bookings, newest first. */
export function listMessages(caller: Caller, query: MessagesQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListMessages(requireRole(actor), query.studio_id))
    const messages = await queries.listMessages(tx, { studio_id: query.studio_id, after, limit: rows })
    return toPageByTime(messages, limit, ({ id }) => id)
  })
}
