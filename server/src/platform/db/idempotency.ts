import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { Tx } from './transaction.ts'

/** The `Idempotency-Key` of a call, and the hash of its request. */
export type Idempotency = { key: string; fingerprint: string }

type StoredAnswer = { fingerprint: string; asked_as: string | null; answer: unknown }

/** The role and studio of the person, because a repeat with another role must get an error. Null without a role. */
const roleKeyOf = ({ role, studio_id }: Actor) => role && `${role} ${studio_id ?? ''}`.trim()

const getStoredAnswer = (tx: Tx, { user_id }: Actor, { key }: Idempotency): Promise<StoredAnswer | undefined> =>
  tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'asked_as', 'answer'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()

/** The stored answer. @throws AppError for another request or another role */
function requireStoredAnswer<T>(storedAnswer: StoredAnswer, actor: Actor, { fingerprint }: Idempotency): T {
  if (storedAnswer.fingerprint !== fingerprint) fail('IDEMPOTENCY_KEY_REUSED')
  if (storedAnswer.asked_as !== null && storedAnswer.asked_as !== roleKeyOf(actor))
    fail(actor.role ? 'FORBIDDEN' : 'NO_ACTIVE_ROLE')
  // It was stored by the same route for the same request, so it has the shape of this route's answer.
  return storedAnswer.answer as T
}

/** Runs `work` once per key. A repeat gets the stored answer. If the first call still runs, the repeat waits for it. */
export async function runOnce<T>(
  tx: Tx,
  actor: Actor & { user_id: string },
  idempotency: Idempotency,
  work: () => Promise<T>,
): Promise<T> {
  const { key, fingerprint } = idempotency
  const { user_id } = actor
  // The insert waits for a running call with the same key.
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key, fingerprint, asked_as: roleKeyOf(actor) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    return requireStoredAnswer(
      (await getStoredAnswer(tx, actor, idempotency)) ?? fail('UNAVAILABLE'),
      actor,
      idempotency,
    )
  }
  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
  return answer
}
