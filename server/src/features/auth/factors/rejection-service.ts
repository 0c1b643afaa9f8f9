import { queueSecurityNotice } from '#features/auth/email-service.ts'
import { isOperator } from '#features/auth/factor-waits/queries.ts'
import { isEmailProven } from '#features/auth/identities/queries.ts'
import { removeAllAccess } from '#features/auth/ownership/queries.ts'
import { defaultRedirect } from '#features/auth/redirects/rules.ts'
import type { Session } from '#features/auth/sessions/queries.ts'
import { hasRecentMailboxProof } from '#features/auth/sessions/rules.ts'
import * as users from '#features/auth/users/queries.ts'
import type { AuthUser, Factor } from '#features/auth/users/rules.ts'
import * as tokens from '#features/auth/verification/queries.ts'
import { buildLinkUrl, makeProof } from '#features/auth/verification/rules.ts'
import { type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getHomeUrl } from '#platform/hosts/home.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import * as queries from './queries.ts'

const perNetwork: Limit = { name: 'factor-link', count: 30, per_seconds: 300 }
const purpose = 'factor_added'

/**
 * Emails the owner of an account that a second factor was added. The email has a link that ends the factor, unless this
 * session has just proven that its person reads the mailbox. Without the link, a thief with the password or a stolen session
 * could lock out the owner permanently.
 */
export async function queueFactorAddedEmail(
  tx: Tx,
  { user, session }: { user: AuthUser; session: Session },
  { id, factor_type }: Pick<Factor, 'id' | 'factor_type'>,
  now: Date,
): Promise<void> {
  const makeLink = (await canRejectFactor(tx, { user, session, factor_id: id }, now))
    ? () => makeRejectionLink(tx, user.id, now)
    : null
  await queueSecurityNotice(tx, user, { kind: 'sign_in_method_added', method: factor_type, makeLink }, now)
}

/**
 * Emails the owner of an account that a second factor was removed. The email has the same link, because a stolen session
 * could add the thief's factor and then remove the owner's. A new link replaces the previous one. Otherwise a thief could wait
 * until the previous link is about to expire.
 */
export async function queueFactorRemovedEmail(
  tx: Tx,
  { user, session }: { user: AuthUser; session: Session },
  { factor_type }: Pick<Factor, 'factor_type'>,
  now: Date,
): Promise<void> {
  const needsNoLink =
    hasRecentMailboxProof(session, now) || !(await isEmailProven(tx, user.id)) || (await isOperator(tx, user.id))
  const makeLink = needsNoLink ? null : () => makeRejectionLink(tx, user.id, now)
  await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', method: factor_type, makeLink }, now)
}

type NewFactor = { user: AuthUser; session: Session; factor_id: string }

// While the address is not proven, the factor ends by the waiting time instead. A link never ends an operator's factor.
async function canRejectFactor(tx: Tx, { user, session, factor_id }: NewFactor, now: Date): Promise<boolean> {
  if (hasRecentMailboxProof(session, now) || !(await isEmailProven(tx, user.id)) || (await isOperator(tx, user.id)))
    return false
  const factors = await queries.listFactors(tx, user.id)
  return !factors.some(({ id, status }) => status === 'verified' && id !== factor_id)
}

async function makeRejectionLink(tx: Tx, user_id: string, now: Date): Promise<string> {
  const { link_hash, code_mac, expires_at, link_token } = makeProof(user_id, purpose, { pkce: false, now })
  const token = { user_id, purpose, link_hash, code_mac, flow_state_id: null, studio_id: null } as const
  await tokens.replaceToken(tx, { ...token, now, expires_at })
  const home = getHomeUrl().href
  return buildLinkUrl(home, { link_token, purpose, redirect_to: defaultRedirect(home, 'callback') })
}

/**
 * Handles the link in the email about the first second factor. It ends all access that a thief with the password may have:
 * all second factors, the password, the providers and every session. The owner then chooses a new password.
 */
export async function rejectFactor(
  { token_hash }: { token_hash: string | null },
  context: RequestContext,
): Promise<object> {
  const { now, ip, request_id } = context
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(ip) }], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  const link = { link_hash: sha256(token_hash ?? ''), purposes: [purpose] as const, now }
  return asAuth(async (tx) => {
    const { user_id } = (await tokens.getLink(tx, link)) ?? throwAuthError('otp_expired')
    await lock(tx, 'user', user_id)
    await users.lockPasswordHash(tx, user_id)
    // If the link is used twice at the same time, the second call finds no link.
    const user = (await tokens.getLink(tx, link)) && (await users.getUser(tx, user_id))
    if (!user || (await isOperator(tx, user_id))) return throwAuthError('otp_expired')
    const ended_sessions = await removeAllAccess(tx, user_id, now.toISOString())
    await queueSecurityNotice(tx, user, { kind: 'second_factor_ended' }, now)
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'factors.rejected',
      object_type: 'user',
      object_id: user_id,
      after: { ended_sessions, ip },
      request_id,
    })
    return {}
  })
}
