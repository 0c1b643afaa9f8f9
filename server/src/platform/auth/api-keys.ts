import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { API_KEY_CALLS_PER_MINUTE } from '@studiohub/contract/features/api-keys/words.ts'
import { type Caller, requireGates } from '../db/actor.ts'
import type { Tx } from '../db/transaction.ts'
import { inLimitTransaction, type Limit, requireLimits } from '../http/limits.ts'

const calls: Limit = { name: 'api-key-calls', count: API_KEY_CALLS_PER_MINUTE, per_seconds: 60 }

const RECORD_EVERY_MS = 60_000

/**
 * Checks the API key of a call before the call runs, counts the call, and records the time of its use. The call's own
 * transaction checks the key again.
 * @throws AppError INVALID_API_KEY, API_KEY_ADDRESS, API_KEY_SCOPE, RATE_LIMITED
 */
export async function checkApiKey(caller: Caller, now: Date): Promise<Actor> {
  const actor = await requireGates(caller)
  const { id } = actor.key ?? fail('INVALID_API_KEY')
  await requireLimits([{ limit: calls, by: id }], now)
  await inLimitTransaction((tx) => recordUse(tx, id, now))
  return actor
}

// Once a minute is exact enough for people, and saves a write for every call.
function recordUse(tx: Tx, id: string, now: Date) {
  const before = new Date(now.getTime() - RECORD_EVERY_MS).toISOString()
  return tx
    .updateTable('api_keys')
    .set({ last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute()
}
