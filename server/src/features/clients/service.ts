import { fail } from '@studiohub/contract/errors.ts'
import { canManageClients, canSeeClientHistory } from '@studiohub/contract/features/clients/policy.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

/** A client record, even if the studio has removed the client. */
export function getClient(caller: Caller, { studio_id, client_id }: { studio_id: string; client_id: string }) {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    const id = (await queries.findClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    return (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
  })
}

type ClientQuery = { studio_id: string; user_id: string; cursor?: string | undefined; limit?: number | undefined }

const EMPTY_SUMMARY: queries.BookingSummary = {
  sessions: 0,
  cancelled: 0,
  no_shows: 0,
  last_date: null,
  next_date: null,
  next_starts_at: null,
  spend: [],
}

/** A client's history at the studio, even if the studio has removed the client. */
export function getHistory(caller: Caller, query: ClientQuery) {
  const { after, limit, rows } = readPage(query)
  const { studio_id, user_id } = query
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeClientHistory(requireRole(actor), studio_id))
    const client_id = (await queries.findClientId(tx, studio_id, user_id)) ?? fail('NOT_FOUND')
    const entries = await queries.listHistory(tx, { studio_id, client_id, after, limit: rows })
    const summaries = await queries.listBookingSummaries(tx, studio_id, [client_id])
    return { ...toPageByTime(entries, limit, ({ id }) => id), summary: summaries.get(client_id) ?? EMPTY_SUMMARY }
  })
}
