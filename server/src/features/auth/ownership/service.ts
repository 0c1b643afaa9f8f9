import { insertAuditEntry } from '#platform/audit/audit.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { delayProof } from '../factor-waits/service.ts'
import { mailNotice, queueWelcomeMail } from '../mails/service.ts'
import * as users from '../users/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import type { Purpose } from '../verification/rules.ts'
import type { RequestContext } from '../wire/rules.ts'
import * as queries from './queries.ts'

/** Who created the account's password and providers, as far as this proof of the address tells. */
export type AccountCreator = 'owner' | 'unknown'

/** How an address was proven: by an emailed link or code, a provider, or the welcome email. */
type ProofKind = Purpose | 'provider'

/**
 * Records that a person has proven an account's address, by an emailed link or code or by a provider. If the first proof is
 * `unknown`, everything that was added before ends: a stranger who signed up with this address loses access when its owner
 * arrives. A verified second factor ends only after a waiting time. Call it before opening a session.
 * @returns false if a second factor delays the proof: the address is not proven, and nothing may be added
 */
export async function proveAddress(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  proof: { by: ProofKind; madeBy: AccountCreator },
  context: RequestContext,
): Promise<boolean> {
  // Locked before any other row of the account, as everywhere, so that two calls cannot deadlock.
  await lock(tx, 'user', user.id)
  if (proof.madeBy === 'unknown' && (await delayProof(tx, user, proof.by, context))) return false
  const hadPassword = (await users.lockPasswordHash(tx, user.id)) !== null
  const { first, confirmed } = await users.proveEmail(tx, user.id, context.now)
  const isDropped = first && proof.madeBy === 'unknown'
  const ended = isDropped ? await queries.removeAllAccess(tx, user.id, context.now.toISOString()) : 0
  // The recovery page itself asks for a new password.
  const asksLater = proof.by !== 'recovery'
  if (confirmed) await queueWelcomeMail(tx, user, { needs_password: asksLater && (isDropped || !hadPassword) })
  else if (asksLater && isDropped && hadPassword) {
    await mailNotice(tx, user, { kind: 'password_removed' }, context.now)
  }
  await insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: null,
    studio_id: null,
    action: `${proof.by}.proven`,
    object_type: 'user',
    object_id: user.id,
    after: { ip: context.ip, first, ended_sessions: ended },
    request_id: context.request_id,
  })
  return true
}
