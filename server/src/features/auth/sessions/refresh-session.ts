import { unseal } from '#platform/auth/secrets.ts'
import { isSessionExpired, sessionLimits } from '#platform/auth/session-limits.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { countUse, type Limit } from '#platform/http/limits.ts'
import { getRolesAround } from '../redirects/queries.ts'
import { mayStayAtDomain } from '../redirects/rules.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { AuthError, type RequestContext, throwAuthError } from '../wire/rules.ts'
import { answerTokens, readTokenData, type TokenData } from './answer-tokens.ts'
import * as endings from './ending-queries.ts'
import * as queries from './queries.ts'
import { recordSessionEvent } from './record-session.ts'
import { decideRefresh, isGenuine, parseRefreshToken, REFRESH_KEY_PURPOSE, type RefreshTokenParts } from './rules.ts'

const refreshPerSession: Limit = { name: 'refresh', count: 150, per_seconds: 300 }

/** Continues the session of a person who has just linked a provider: issues its next refresh token. */
export async function continueSession(
  tx: Tx,
  session_id: string,
  context: RequestContext,
): Promise<TokenData | AuthError> {
  const session = await queries.lockSession(tx, session_id)
  return session ? rotate(tx, session, context) : new AuthError('session_not_found')
}

/**
 * The refresh_token grant (see `decideRefresh` for the rules). A reused token ends its session. This change must be committed
 * although the request fails, so the transaction returns the error instead of throwing it.
 */
export async function refreshSession(refresh_token: string | null, context: RequestContext) {
  const token = parseRefreshToken(refresh_token ?? '')
  if (!token) return throwAuthError('validation_failed', { message: 'Refresh token is not valid' })
  const outcome = await asAuth((tx) => refreshInTransaction(tx, token, context))
  if (outcome instanceof AuthError) throw outcome
  return answerTokens(outcome, context.now)
}

async function refreshInTransaction(
  tx: Tx,
  token: RefreshTokenParts,
  context: RequestContext,
): Promise<TokenData | AuthError> {
  const session = await queries.lockSession(tx, token.session_id)
  if (!session) return new AuthError('session_not_found', { status: 400 })
  if (!isGenuine(token, unseal(REFRESH_KEY_PURPOSE, session.refresh_key)))
    return new AuthError('refresh_token_not_found')
  // Only genuine tokens are counted, so that a stranger cannot use up a session's refreshes.
  const wait = await countUse(tx, { limit: refreshPerSession, by: session.id }, context.now)
  if (wait) return new AuthError('over_request_rate_limit', wait)
  if (isSessionExpired(session, context.now)) {
    await endings.deleteSession(tx, session.id)
    await recordSessionEvent(tx, session, 'session.expired', context)
    return new AuthError('session_expired')
  }
  const user = await users.getUser(tx, session.user_id)
  if (!user) return new AuthError('session_not_found', { status: 400 })
  if (isBanned(user, context.now)) return new AuthError('user_banned', { status: 400 })
  const error = await checkBinding(tx, session, context)
  if (error) return error
  switch (decideRefresh(token.counter, session, context.now, sessionLimits().reuse_seconds)) {
    case 'ahead':
      return new AuthError('validation_failed', { message: 'Refresh token is not valid' })
    case 'repeat':
      return readTokenData(tx, session)
    case 'reuse':
      await endings.deleteSession(tx, session.id)
      await recordSessionEvent(tx, session, 'session.reuse_detected', context)
      return new AuthError('refresh_token_already_used')
    case 'outdated':
      return new AuthError('refresh_token_already_used')
    case 'rotate':
      return rotate(tx, session, context)
  }
}

/**
 * Binds a session that is refreshed on a studio's domain. Ends a session on the domain of another studio, and one whose
 * person has left the studio or may no longer sign in on such a domain.
 */
async function checkBinding(tx: Tx, session: queries.Session, context: RequestContext): Promise<AuthError | null> {
  const { id, user_id, studio_id } = session
  const boundStudioId = studio_id ?? context.studio_id
  if (boundStudioId === null) return null
  const isAtBoundDomain = context.studio_id === null || context.studio_id === boundStudioId
  if (isAtBoundDomain && mayStayAtDomain(await getRolesAround(tx, user_id, boundStudioId))) {
    if (studio_id === null) await queries.bindSession(tx, id, boundStudioId)
    session.studio_id = boundStudioId
    return null
  }
  await endings.deleteSession(tx, id)
  await recordSessionEvent(tx, session, 'session.ended_at_domain', context)
  return new AuthError('session_not_found', { status: 400 })
}

async function rotate(tx: Tx, session: queries.Session, context: RequestContext): Promise<TokenData> {
  const { user_agent, ip, now } = context
  const refresh_counter = session.refresh_counter + 1
  await queries.advanceSession(tx, { id: session.id, refresh_counter, user_agent, ip, now })
  await recordSessionEvent(tx, session, 'session.refreshed', context)
  return readTokenData(tx, { ...session, refresh_counter })
}
