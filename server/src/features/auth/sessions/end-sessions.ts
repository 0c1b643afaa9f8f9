import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { RequestContext } from '../wire/rules.ts'
import type { SignedIn } from './answer-tokens.ts'
import { endSession } from './jobs.ts'
import * as queries from './queries.ts'
import { recordSessionEvent } from './record-session.ts'
import { mailedAt, RECENT_SECONDS } from './rules.ts'

/** Which sessions: one session, those of a studio's domain, or those without a confirmed second factor. */
type SessionFilter = Pick<queries.OtherSessions, 'id' | 'studio_id' | 'keepsRaised'>

/**
 * Ends other sessions of a person. A session that an emailed link or code opened within the last 15 minutes stays until
 * these minutes are over, unless a newer email opened the session of the call. Otherwise a thief with any session could end
 * each recovery of the owner before a new password is chosen (record 0083).
 * @param by the session of the call; it is not ended
 * @returns how many ended at once
 */
export async function endOtherSessions(
  tx: Tx,
  by: Pick<queries.Session, 'id' | 'user_id' | 'amr'>,
  now: Date,
  which: SessionFilter = {},
): Promise<number> {
  const seconds = Math.floor(now.getTime() / 1000)
  const mailed_before = Math.max(seconds - RECENT_SECONDS, (mailedAt(by) ?? 0) + 1)
  const others = { ...which, user_id: by.user_id, keep: by.id }
  const ended = await queries.deleteSessionsMailedBefore(tx, others, mailed_before)
  for (const { id, amr } of await queries.listSessionsMailedSince(tx, others, mailed_before)) {
    const startAfter = new Date(((mailedAt({ amr }) ?? seconds) + RECENT_SECONDS + 1) * 1000)
    await enqueue(tx, endSession, { session_id: id }, { startAfter, onceFor: { key: id, seconds: RECENT_SECONDS } })
  }
  return ended
}

/**
 * Ends all sessions of the person, this one, or all but this one. A session on a studio's domain ends only those of its
 * studio.
 */
export function logOut(
  { session }: SignedIn,
  scope: 'global' | 'local' | 'others',
  context: RequestContext,
): Promise<void> {
  return asAuth(async (tx) => {
    if (scope !== 'local') await endOtherSessions(tx, session, context.now, { studio_id: session.studio_id })
    if (scope !== 'others') await queries.deleteSession(tx, session.id)
    await recordSessionEvent(tx, session, `session.ended_${scope}`, context)
  })
}
