import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { sessionLimits } from '#platform/auth/session-limits.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { PLATFORM, publish } from '#platform/realtime/realtime.ts'
import { queueSecurityNotice } from '../email-service.ts'
import { endSessionsWithoutFactor } from '../ownership/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import { queueWaitTexts } from './jobs.ts'
import * as queries from './queries.ts'

/**
 * Handles the first proof of an address whose account already has a verified second factor. The reader of the mailbox
 * may be a thief, or the owner of the factor may be a stranger who signed up with the address. So only sessions without the
 * factor end at once. Factor, password and providers end after a waiting time. Until then the address is not proven.
 * @param by how the address was proven, for the audit log
 * @returns false if the account has no such factor or the address is already proven; then nothing changes
 */
export async function delayProof(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  by: string,
  context: RequestContext,
): Promise<boolean> {
  const { is_proven, has_factor } = await queries.getProofState(tx, user.id)
  if (is_proven || !has_factor) return false
  const { now } = context
  if (await queries.isOperator(tx, user.id)) {
    await queueSecurityNotice(tx, user, { kind: 'second_factor_stays' }, now)
    await recordEvent(tx, user.id, 'factor_wait.refused', { by }, context)
    return true
  }
  const ends_at = new Date(now.getTime() + sessionLimits().factor_wait_hours * HOUR_MS)
  if (!(await queries.createWait(tx, { user_id: user.id, now, ends_at }))) return true
  const ended_sessions = await endSessionsWithoutFactor(tx, user.id)
  await queueSecurityNotice(tx, user, { kind: 'second_factor_ending', ends_at }, now)
  await queueWaitTexts(tx, user.id)
  notifySessions(tx, user.id)
  await recordEvent(tx, user.id, 'factor_wait.started', { by, ends_at: ends_at.toISOString(), ended_sessions }, context)
  return true
}

/**
 * Whether a second factor prevents a provider from proving the address: during a wait, and always for operators. Locks the
 * account until the transaction ends.
 */
export async function isProofDelayed(tx: Tx, user_id: string): Promise<boolean> {
  const { is_proven, has_factor } = await queries.getProofState(tx, user_id)
  if (is_proven || !has_factor) return false
  return (await queries.isWaiting(tx, user_id)) || queries.isOperator(tx, user_id)
}

/**
 * Rejects changes of passwords, providers and factors while a wait is running. The owner of the factor must first stop the
 * wait.
 * @throws AuthError factor_wait_running
 */
export async function requireNoFactorWait(tx: Tx, user_id: string): Promise<void> {
  if (await queries.isWaiting(tx, user_id)) throwAuthError('factor_wait_running')
}

/** Tells the open pages of a person that their account has changed. */
export const notifySessions = (tx: Tx, user_id: string) =>
  publish(tx, { studio_id: PLATFORM, topic: 'account', id: user_id, user_id })

export function recordEvent(
  tx: Tx,
  user_id: string,
  action: AuditAction,
  after: object,
  { ip, request_id }: RequestContext,
) {
  return insertAuditEntry(tx, {
    actor_id: user_id,
    session_id: null,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user_id,
    after: { ...after, ip },
    request_id,
  })
}
