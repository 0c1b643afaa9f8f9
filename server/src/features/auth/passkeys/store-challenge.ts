import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/transaction.ts'
import { createChallenge } from './queries.ts'

const CHALLENGE_LIFE_MS = 300_000

/**
 * Stores the challenge of these options and returns both as `auth-js` reads them.
 * @param session_id the session that registers a passkey; null for a sign-in
 */
export async function storeChallenge<Options extends { challenge: string }>(
  tx: Tx,
  { options, session_id, now }: { options: Options; session_id: string | null; now: Date },
) {
  const id = randomUUID()
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFE_MS)
  await createChallenge(tx, { id, session_id, nonce: options.challenge, expires_at })
  return { challenge_id: id, options, expires_at: Math.floor(expires_at.getTime() / 1000) }
}
