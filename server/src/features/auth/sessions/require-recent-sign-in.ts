import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { requireSecondFactor, requireSession, type SessionActor } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSession } from './queries.ts'

/**
 * Requires a session that began within the last `hours`, confirmed with the second factor if the person has one.
 * @throws AppError REAUTH_REQUIRED, INSUFFICIENT_AAL
 */
export async function requireRecentSignIn(
  tx: Tx,
  actor: Actor,
  { caller, now, hours }: { caller: Caller; now: Date; hours: number },
): Promise<SessionActor> {
  const person = requireSession(actor)
  await requireSecondFactor(tx, actor)
  await actAs(tx, 'auth')
  const session = (await getSession(tx, person.session_id)) ?? fail('UNAUTHENTICATED')
  if (now.getTime() - Date.parse(session.created_at) > hours * HOUR_MS) fail('REAUTH_REQUIRED')
  await actAsCaller(tx, caller)
  return person
}
