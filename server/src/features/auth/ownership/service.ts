import { insertAuditEntry } from '#platform/audit/audit.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { queueSecurityNotice, queueWelcomeEmail } from '../email-service.ts'
import { delayProof } from '../factor-waits/service.ts'
import * as users from '../users/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import type { Purpose } from '../verification/rules.ts'
import type { RequestContext } from '../wire/rules.ts'
import * as queries from './queries.ts'

/** Who set the password and the providers of an account, judged from this proof. */
export type AccountCreator = 'owner' | 'unknown'

/** How an address was proven: by an emailed link or code, a provider, or the welcome email. */
type ProofKind = Purpose | 'provider'

/**
 * Records that a person has proven an account's address, by an emailed link or code or by a provider. If this is the first
 * proof and the creator is `unknown`, all earlier access is removed, because a stranger may have signed up with this address.
 * A verified second factor ends only after a waiting time. Call this before opening a session.
 * @returns false if a second factor delays the proof. Then the address is not proven, and nothing may be added
 */
export async function proveAddress(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  proof: { by: ProofKind; creator: AccountCreator },
  context: RequestContext,
): Promise<boolean> {
  // All code locks the account before its other rows, so that two calls cannot deadlock.
  await lock(tx, 'user', user.id)
  if (proof.creator === 'unknown' && (await delayProof(tx, user, proof.by, context))) return false
  const hadPassword = (await users.lockPasswordHash(tx, user.id)) !== null
  const { isFirstProof, wasUnconfirmed } = await users.proveEmail(tx, user.id, context.now)
  const endsAccess = isFirstProof && proof.creator === 'unknown'
  const endedSessions = endsAccess ? await queries.removeAllAccess(tx, user.id, context.now.toISOString()) : 0
  // After a recovery no email asks for a new password, because the page does.
  const mayEmailAskForPassword = proof.by !== 'recovery'
  if (wasUnconfirmed) {
    await queueWelcomeEmail(tx, user, { needs_password: mayEmailAskForPassword && (endsAccess || !hadPassword) })
  } else if (mayEmailAskForPassword && endsAccess && hadPassword) {
    await queueSecurityNotice(tx, user, { kind: 'password_removed' }, context.now)
  }
  await insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: null,
    studio_id: null,
    action: `${proof.by}.proven`,
    object_type: 'user',
    object_id: user.id,
    after: { ip: context.ip, first: isFirstProof, ended_sessions: endedSessions },
    request_id: context.request_id,
  })
  return true
}
