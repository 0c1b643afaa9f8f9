import { queueSecurityNotice } from '#features/auth/email-service.ts'
import { countRecoveryTry, spendRecoveryCode } from '#features/auth/factors/recovery-codes/service.ts'
import { deleteFlowsOf } from '#features/auth/flows/queries.ts'
import { updateProviders } from '#features/auth/identities/queries.ts'
import type { TokenData } from '#features/auth/sessions/answer-tokens.ts'
import * as endings from '#features/auth/sessions/ending-queries.ts'
import * as sessions from '#features/auth/sessions/queries.ts'
import { hasMailboxProof } from '#features/auth/sessions/rules.ts'
import * as users from '#features/auth/users/queries.ts'
import type { AuthUser } from '#features/auth/users/rules.ts'
import { deleteTokensOf } from '#features/auth/verification/queries.ts'
import { AuthError, type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as queries from './queries.ts'
import { notifySessions, recordEvent } from './service.ts'

/**
 * Keeps the second factor and stops the wait. The session must be confirmed with the factor, or the call must contain a
 * recovery code. Other sessions that are not confirmed with the factor end. If this session also proved the mailbox, the
 * address is now proven. A recovery code does not raise the session to `aal2`. If no wait is running, the code stays unused.
 * @throws AuthError insufficient_aal, mfa_verification_failed, mfa_recovery_codes_locked
 */
export async function stopFactorWait(
  { user, session }: TokenData,
  code: string | null,
  context: RequestContext,
): Promise<object> {
  const recoveryCode = session.aal === 'aal2' ? null : code
  if (recoveryCode !== null) await countRecoveryTry(user.id, context)
  // A thrown error would roll back the entry in the audit log, so it is returned.
  const error = await asAuth(async (tx) => {
    await users.lockPasswordHash(tx, user.id)
    const lockedSession = (await sessions.lockSession(tx, session.id)) ?? throwAuthError('session_not_found')
    if (lockedSession.aal !== 'aal2') {
      if (recoveryCode === null) throwAuthError('insufficient_aal', { status: 403 })
      if (!(await queries.isWaiting(tx, user.id))) return null
      const isSpent = await spendRecoveryCode(tx, { user, session: lockedSession }, recoveryCode, context)
      if (!isSpent) return new AuthError('mfa_verification_failed', { message: 'Invalid recovery code entered' })
    }
    await stopWait(tx, user, lockedSession.id, context)
    if (hasMailboxProof(lockedSession)) await users.proveEmail(tx, user.id, context.now)
    return null
  })
  if (error) throw error
  return {}
}

/**
 * Stops a running wait. Ends emailed links, open flows, providers that were added during the wait, and sessions that are not
 * confirmed with the factor.
 * @param except_id the session that stays
 */
async function stopWait(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  except_id: string,
  context: RequestContext,
): Promise<void> {
  const wait = await queries.deleteWait(tx, user.id)
  if (!wait) return
  await deleteTokensOf(tx, user.id)
  await deleteFlowsOf(tx, user.id)
  if (await queries.deleteIdentitiesSince(tx, user.id, wait.started_at)) await updateProviders(tx, user.id)
  const ended_sessions = await endings.deleteUnraisedSessionsOf(tx, user.id, except_id)
  await queueSecurityNotice(tx, user, { kind: 'second_factor_kept' }, context.now)
  notifySessions(tx, user.id)
  await recordEvent(tx, user.id, 'factor_wait.stopped', { ended_sessions }, context)
}
