import { fail } from '@studiohub/contract/errors.ts'
import type { Session } from '@studiohub/contract/features/profile/schema.ts'
import { deleteSessionsOf } from '#features/auth/sessions/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { requirePerson } from '#platform/auth/authorize.ts'
import { deviceOf } from '#platform/auth/user-agent.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

/** Where the asker is signed in. */
export function listSessions(caller: Caller, query: { cursor?: string | undefined; limit?: number | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requirePerson(actor)
    await actAs(tx, 'auth')
    const found = await queries.listSessions(tx, user_id, { after, limit: rows })
    const page = toPageByTime(found, limit, ({ id }) => id)
    const items = page.items.map(({ id, user_agent, ip, amr, created_at, refreshed_at }) => ({
      id,
      device: deviceOf(user_agent),
      ip_address: ip,
      method: signInMethodOf(amr),
      created_at,
      last_used_at: refreshed_at,
      is_current: id === session_id,
    }))
    return { items, next_cursor: page.next_cursor }
  })
}

/** How a session was opened, from its `amr`; second factors only raise it. */
function signInMethodOf(amr: readonly { method: string }[]): Session['method'] {
  if (amr.some(({ method }) => method === 'password')) return 'password'
  return amr.some(({ method }) => method === 'oauth') ? 'provider' : 'email'
}

/** Ends one of the asker's sessions; it is refused from its next call on. */
export function deleteSession(caller: Caller, id: string) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    await actAs(tx, 'auth')
    const ended = (await queries.deleteOwnSession(tx, user_id, id)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id: null,
      action: 'session.ended_one',
      object_type: 'session',
      object_id: id,
      before: { created_at: ended.created_at },
      request_id: caller.request_id,
    })
    return { id }
  })
}

/** Signs the asker out everywhere but here. */
export function deleteOtherSessions(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requirePerson(actor)
    await actAs(tx, 'auth')
    const ended = await deleteSessionsOf(tx, user_id, session_id)
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
