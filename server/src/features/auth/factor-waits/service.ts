import { insertAuditEntry } from '#platform/audit/audit.ts'
import { sessionLimits } from '#platform/auth/session-limits.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { PLATFORM, publish } from '#platform/realtime/realtime.ts'
import { mailNotice } from '../mails/service.ts'
import { endUnguardedSessions } from '../ownership/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import { refuse, type Visit } from '../wire/rules.ts'
import { queueWaitTexts } from './jobs.ts'
import * as queries from './queries.ts'

const HOUR_MS = 3_600_000

/**
 * Takes a first proof of an address whose account has a verified second factor (F3). The reader of the mailbox may be
 * its thief, and the holder of the factor may be a stranger who signed up with the address. So only the sessions without
 * the factor end at once; factor, password and providers end after the waiting time. Until then the address does not
 * count as proven.
 * @returns false where no such factor guards the account, or the address is proven: then nothing was done
 */
export async function holdProof(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  by: string,
  visit: Visit,
): Promise<boolean> {
  const { is_proven, has_factor } = await queries.getGuards(tx, user.id)
  if (is_proven || !has_factor) return false
  const { now } = visit
  if (await queries.isOperator(tx, user.id)) {
    await mailNotice(tx, user, { kind: 'second_factor_stays' }, now)
    await trail(tx, user.id, 'factor_wait.refused', { by }, visit)
    return true
  }
  const ends_at = new Date(now.getTime() + sessionLimits().factor_wait_hours * HOUR_MS)
  if (!(await queries.createWait(tx, { user_id: user.id, now, ends_at }))) return true
  const ended_sessions = await endUnguardedSessions(tx, user.id)
  await mailNotice(tx, user, { kind: 'second_factor_ending', ends_at }, now)
  await queueWaitTexts(tx, user.id)
  tellSessions(tx, user.id)
  await trail(tx, user.id, 'factor_wait.started', { by, ends_at: ends_at.toISOString(), ended_sessions }, visit)
  return true
}

/**
 * Whether a second factor keeps the address from being proven by a provider: while it waits, and always on the account of
 * an operator. The account is locked until the transaction ends.
 */
export async function holdsProof(tx: Tx, user_id: string): Promise<boolean> {
  const { is_proven, has_factor } = await queries.getGuards(tx, user_id)
  if (is_proven || !has_factor) return false
  return (await queries.isWaiting(tx, user_id)) || queries.isOperator(tx, user_id)
}

/**
 * Refuses a change of the ways into an account while a wait is running. The holder of the factor must keep it first.
 * @throws AuthRefusal factor_wait_running
 */
export async function requireNoWait(tx: Tx, user_id: string): Promise<void> {
  if (await queries.isWaiting(tx, user_id)) refuse('factor_wait_running')
}

export const tellSessions = (tx: Tx, user_id: string) =>
  publish(tx, { studio_id: PLATFORM, topic: 'account', id: user_id, user_id })

export function trail(tx: Tx, user_id: string, action: string, after: object, { ip, request_id }: Visit) {
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
