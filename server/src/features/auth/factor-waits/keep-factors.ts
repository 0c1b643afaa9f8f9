import { countRecoveryTry, spendRecoveryCode } from '#features/auth/factors/recovery-codes/service.ts'
import { deleteFlowsOf } from '#features/auth/flows/queries.ts'
import { updateProviders } from '#features/auth/identities/queries.ts'
import { mailNotice } from '#features/auth/mails/service.ts'
import type { SignedIn } from '#features/auth/sessions/answer-tokens.ts'
import * as sessions from '#features/auth/sessions/queries.ts'
import { isByMail } from '#features/auth/sessions/rules.ts'
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
 * recovery code. Sessions that only proved the mailbox end. If this session proved both the mailbox and the factor or a
 * code, the address is proven. A code does not raise the session, and is used up only while a wait is running.
 * @throws AuthError insufficient_aal, mfa_verification_failed, mfa_recovery_codes_locked
 */
export async function keepFactors(
  { user, session }: SignedIn,
  code: string | null,
  context: RequestContext,
): Promise<object> {
  const given = session.aal === 'aal2' ? null : code
  if (given !== null) await countRecoveryTry(user.id, context)
  // An exception would roll back the entry in the audit log, so the error is returned.
  const error = await asAuth(async (tx) => {
    await users.lockPasswordHash(tx, user.id)
    const live = (await sessions.lockSession(tx, session.id)) ?? throwAuthError('session_not_found')
    if (live.aal !== 'aal2') {
      if (given === null) throwAuthError('insufficient_aal', { status: 403 })
      if (!(await queries.isWaiting(tx, user.id))) return null
      const isRight = await spendRecoveryCode(tx, { user, session: live }, given, context)
      if (!isRight) return new AuthError('mfa_verification_failed', { message: 'Invalid recovery code entered' })
    }
    await stopWait(tx, user, live.id, context)
    if (isByMail(live)) await users.proveEmail(tx, user.id, context.now)
    return null
  })
  if (error) throw error
  return {}
}

/** Stops a running wait, and ends all sessions and links that only proved the mailbox. @param keep the session that stays */
async function stopWait(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  keep: string,
  context: RequestContext,
): Promise<void> {
  const wait = await queries.deleteWait(tx, user.id)
  if (!wait) return
  await deleteTokensOf(tx, user.id)
  await deleteFlowsOf(tx, user.id)
  if (await queries.deleteIdentitiesSince(tx, user.id, wait.started_at)) await updateProviders(tx, user.id)
  const ended_sessions = await sessions.deleteUnraisedSessionsOf(tx, user.id, keep)
  await mailNotice(tx, user, { kind: 'second_factor_kept' }, context.now)
  notifySessions(tx, user.id)
  await recordEvent(tx, user.id, 'factor_wait.stopped', { ended_sessions }, context)
}
