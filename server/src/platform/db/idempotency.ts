import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { Tx } from './transaction.ts'

/** The `Idempotency-Key` of a call, and a hash of what it asks for. */
export type Idempotency = { key: string; fingerprint: string }

type StoredAnswer = { fingerprint: string; asked_as: string | null; answer: unknown }

/** Role and studio of the person: a repeat by another role is refused. Null without a role. */
const askedAs = ({ role, studio_id }: Actor) => role && `${role} ${studio_id ?? ''}`.trim()

const getKept = (tx: Tx, { user_id }: Actor, { key }: Idempotency): Promise<StoredAnswer | undefined> =>
  tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'asked_as', 'answer'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()

/** The kept answer, refused to another role and for another body. */
function answerIn<T>(kept: StoredAnswer, actor: Actor, { fingerprint }: Idempotency): T {
  if (kept.fingerprint !== fingerprint) fail('IDEMPOTENCY_KEY_REUSED')
  if (kept.asked_as !== null && kept.asked_as !== askedAs(actor)) fail(actor.role ? 'FORBIDDEN' : 'NO_ACTIVE_ROLE')
  // The same call wrote it under the same fingerprint, so it has that call's shape.
  return kept.answer as T
}

/** Does the work once under a key: a repeat gets the first answer, and waits for it if that call still runs. */
export async function onceOnly<T>(
  tx: Tx,
  actor: Actor & { user_id: string },
  idempotency: Idempotency,
  work: () => Promise<T>,
): Promise<T> {
  const { key, fingerprint } = idempotency
  const { user_id } = actor
  // The insert waits for a call that runs under the same key.
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key, fingerprint, asked_as: askedAs(actor) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) {
    return answerIn((await getKept(tx, actor, idempotency)) ?? fail('UNAVAILABLE'), actor, idempotency)
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
