import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { endSession } from './jobs.ts'
import * as queries from './queries.ts'
import { mailedAt, RECENT_SECONDS } from './rules.ts'

/** Which sessions: one alone, those of a studio's domain, or those that no second factor has raised. */
type Which = Pick<queries.OtherSessions, 'id' | 'studio_id' | 'keepsRaised'>

/**
 * Ends other sessions of a person on behalf of one of their own. A session with a mailed link or code of the last 15
 * minutes goes on until these are over, unless `by` has a mailed one that is not older. Otherwise a thief with any session
 * would end each recovery of the owner before a new password is chosen (record 0083).
 * @param by the session that asks; it is not ended itself
 * @returns how many ended at once
 */
export async function endOtherSessions(
  tx: Tx,
  by: Pick<queries.Session, 'id' | 'user_id' | 'amr'>,
  now: Date,
  which: Which = {},
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
