import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { RequestContext } from '../wire/rules.ts'
import type { TokenData } from './answer-tokens.ts'
import * as endings from './ending-queries.ts'
import { endSession } from './jobs.ts'
import type * as queries from './queries.ts'
import { recordSessionEvent } from './record-session.ts'
import { getMailboxProofTime, RECENT_SECONDS } from './rules.ts'

/** Limits the other sessions: to one session, to those of a studio's domain, or to those without a second factor. */
type SessionFilter = Pick<endings.OtherSessions, 'id' | 'studio_id' | 'exceptRaised'>

/**
 * Ends other sessions of a person. A session that an emailed link or code opened within the last 15 minutes ends only when
 * these minutes are over, unless a newer email opened the session of the call. Otherwise a thief with any session could end
 * each recovery of the owner before a new password is chosen (docs/decisions/0083).
 * @param by the session of the call; it is not ended
 * @returns how many ended at once
 */
export async function endOtherSessions(
  tx: Tx,
  by: Pick<queries.Session, 'id' | 'user_id' | 'amr'>,
  now: Date,
  filter: SessionFilter = {},
): Promise<number> {
  const seconds = Math.floor(now.getTime() / 1000)
  const provenSince = Math.max(seconds - RECENT_SECONDS, (getMailboxProofTime(by) ?? 0) + 1)
  const otherSessions = { ...filter, user_id: by.user_id, except_id: by.id }
  const ended = await endings.deleteSessionsWithoutProofSince(tx, otherSessions, provenSince)
  for (const { id, amr } of await endings.listSessionsWithProofSince(tx, otherSessions, provenSince)) {
    const startAfter = new Date(((getMailboxProofTime({ amr }) ?? seconds) + RECENT_SECONDS + 1) * 1000)
    await enqueue(tx, endSession, { session_id: id }, { startAfter, onceFor: { key: id, seconds: RECENT_SECONDS } })
  }
  return ended
}

/**
 * Ends all sessions of the person (`global`), this one (`local`), or all but this one (`others`). A session on a studio's
 * domain ends only sessions of this studio.
 */
export function logOut(
  { session }: TokenData,
  scope: 'global' | 'local' | 'others',
  context: RequestContext,
): Promise<void> {
  return asAuth(async (tx) => {
    if (scope !== 'local') await endOtherSessions(tx, session, context.now, { studio_id: session.studio_id })
    if (scope !== 'others') await endings.deleteSession(tx, session.id)
    await recordSessionEvent(tx, session, `session.ended_${scope}`, context)
  })
}
