import { randomBytes, randomUUID } from 'node:crypto'
import { auditEntryStatements } from '#platform/audit/audit.ts'
import { seal } from '#platform/auth/secrets.ts'
import { sessionLimits } from '#platform/auth/session-limits.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getRolesAround } from '../redirects/queries.ts'
import { maySignInAtDomain } from '../redirects/rules.ts'
import * as users from '../users/queries.ts'
import { type RequestContext, throwAuthError, throwStudioSession } from '../wire/rules.ts'
import { personQueries, type TokenData } from './answer-tokens.ts'
import { endOtherSessions } from './end-sessions.ts'
import * as endings from './ending-queries.ts'
import * as networks from './network-queries.ts'
import * as queries from './queries.ts'
import { recordSessionEvent } from './record-session.ts'
import { computeNetworkKey, REFRESH_KEY_PURPOSE } from './rules.ts'

const KEY_BYTES = 32

/** How a session was opened, as `amr` records it. */
export type Method = 'password' | 'oauth' | 'otp' | 'recovery' | 'email/signup' | 'magiclink' | 'passkey'

/**
 * Opens a session in the caller's transaction. The caller has checked that the person may sign in.
 * @param sent_to the studio of the domain that the code or link was sent to, if any
 * @param passkey_id the passkey that opens the session
 * @throws AuthError studio_session if the person may sign in only at our own address
 */
export async function openSession(
  tx: Tx,
  { id: user_id, email }: { id: string; email: string },
  method: Method,
  context: RequestContext,
  { sent_to = null, passkey_id }: { sent_to?: string | null; passkey_id?: string } = {},
): Promise<TokenData> {
  const { now, ip, user_agent, request_id } = context
  const studio_id = await studioOfSession(tx, user_id, context.studio_id, sent_to)
  const id = randomUUID()
  const newSession = {
    id,
    user_id,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000), ...(passkey_id && { passkey_id }) }],
    refresh_key: seal(REFRESH_KEY_PURPOSE, randomBytes(KEY_BYTES)),
    user_agent,
    ip,
    studio_id,
    now,
  }
  const auditEntry = {
    actor_id: user_id,
    session_id: id,
    studio_id: null,
    action: 'session.opened' as const,
    object_type: 'session',
    object_id: id,
    after: { method, ip },
    request_id,
  }
  const [[session], , [user], identities, factors] = await pipeline(tx, [
    queries.sessionInsert(tx, newSession),
    users.lastSignInUpdate(tx, user_id, now),
    ...personQueries(tx, user_id),
    // The owner has signed in from this network, so wrong passwords of strangers do not lock it.
    method === 'oauth'
      ? null
      : networks.knownNetworkUpsert(tx, { user_id, place_mac: computeNetworkKey(email, ip), now }),
    ...auditEntryStatements(tx, auditEntry),
  ])
  if (!session) throw new Error('the session was not created')
  if (!user) throwAuthError('user_not_found')
  // The update above locks the person's row, so of two sign-ins at the same time only the later session remains. A session
  // that is confirmed with a second factor stays: a sign-in without the factor must not end it.
  if (sessionLimits().single) await endOtherSessions(tx, session, now, { exceptRaised: true })
  if (method === 'recovery') await endBeforeRecovery(tx, session, context)
  return { user, identities, factors, session }
}

// A recovery means that the owner lost the account or the password. Ending the other sessions now stops a thief from reading
// while the owner chooses a new password.
async function endBeforeRecovery(tx: Tx, session: queries.Session, context: RequestContext): Promise<void> {
  const ended = await endings.deleteUnraisedSessionsOf(tx, session.user_id, session.id)
  await recordSessionEvent(tx, session, 'session.ended_by_recovery', context, { ended })
}

/** The studio that a new session is limited to; null without such a limit. */
async function studioOfSession(tx: Tx, user_id: string, host: string | null, sent_to: string | null) {
  const studio_id = sent_to ?? host
  if (studio_id === null) return null
  if (host !== null && host !== studio_id) throwAuthError('flow_state_not_found')
  if (maySignInAtDomain(await getRolesAround(tx, user_id, studio_id))) return studio_id
  return throwStudioSession("You can't sign in with this account on a studio's own website.", '/auth/login')
}
