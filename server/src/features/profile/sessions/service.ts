import { fail } from '@studiohub/contract/errors.ts'
import type { Session } from '@studiohub/contract/features/profile/schema.ts'
import { endOtherSessions } from '#features/auth/sessions/end-sessions.ts'
import * as endings from '#features/auth/sessions/ending-queries.ts'
import * as auth from '#features/auth/sessions/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireSession } from '#platform/auth/authorize.ts'
import { describeDevice } from '#platform/auth/user-agent.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

/** Lists the caller's sessions, most recently used first. */
export function listSessions(caller: Caller, query: { cursor?: string | undefined; limit?: number | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requireSession(actor)
    await actAs(tx, 'auth')
    const sessions = await queries.listSessions(tx, user_id, { after, limit: rows })
    const page = toPageByTime(sessions, limit, ({ id }) => id)
    const items = page.items.map(({ id, user_agent, ip, amr, created_at, refreshed_at }) => ({
      id,
      device: describeDevice(user_agent),
      ip_address: ip,
      method: signInMethodOf(amr),
      created_at,
      last_used_at: refreshed_at,
      is_current: id === session_id,
    }))
    return { items, next_cursor: page.next_cursor }
  })
}

/** The sign-in method of a session, from its `amr`. A second factor only raises a session, so it is ignored. */
function signInMethodOf(amr: readonly { method: string }[]): Session['method'] {
  if (amr.some(({ method }) => method === 'password')) return 'password'
  if (amr.some(({ method }) => method === 'passkey')) return 'passkey'
  return amr.some(({ method }) => method === 'oauth') ? 'provider' : 'email'
}

/**
 * Ends a session of the caller; its next call fails. A session that an emailed link or code has just opened may continue for
 * its first 15 minutes (`endOtherSessions`).
 */
export function deleteSession(caller: Caller, id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requireSession(actor)
    await actAs(tx, 'auth')
    const session = await auth.getSession(tx, id)
    if (session?.user_id !== user_id) fail('NOT_FOUND')
    if (id === session_id) await endings.deleteSession(tx, id)
    else await endOtherSessions(tx, await requireOwnSession(tx, session_id), now, { id })
    await audit(tx, actor, {
      studio_id: null,
      action: 'session.ended_one',
      object_type: 'session',
      object_id: id,
      before: { created_at: session.created_at },
      request_id: caller.request_id,
    })
    return { id }
  })
}

/** Ends all other sessions of the caller, like `deleteSession`. */
export function deleteOtherSessions(caller: Caller, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { session_id } = requireSession(actor)
    await actAs(tx, 'auth')
    const ended = await endOtherSessions(tx, await requireOwnSession(tx, session_id), now)
    await audit(tx, actor, {
      studio_id: null,
      action: 'session.ended_others',
      object_type: 'session',
      object_id: session_id,
      after: { ended },
      request_id: caller.request_id,
    })
    return { ended }
  })
}

const requireOwnSession = async (tx: Tx, session_id: string) =>
  (await auth.getSession(tx, session_id)) ?? fail('UNAUTHENTICATED')
