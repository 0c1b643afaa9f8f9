import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardEvent } from '#platform/payments/cards.ts'

// All queries in this file require the system role.

/** Stores an event. @returns false if it was already stored */
export async function insertEvent(
  tx: Tx,
  event: CardEvent,
  { studio_id, now }: { studio_id: string; now: Date },
): Promise<boolean> {
  const { id, type, account: account_id, payment_id, object_ids, happened_at } = event
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values({
      id,
      type,
      account_id,
      payment_id,
      object_ids,
      studio_id,
      happened_at: happened_at.toISOString(),
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** An event about a studio's account. Undefined if the id is unknown or the event is about a plan. */
export async function getEvent(tx: Tx, id: string) {
  const { rows } = await sql<{
    id: string
    type: string
    studio_id: string
    account_id: string
    payment_id: string | null
    object_ids: string[]
    done_at: string | null
    failed_at: string | null
  }>`
    select id, type, studio_id, account_id, payment_id, object_ids, done_at, failed_at from payment_events
    where id = ${id} and account_id is not null`.execute(tx)
  return rows[0]
}

/** Stores that an event was processed, or its error. If `done_at` and `failed_at` are null, it waits again. */
export async function saveResult(
  tx: Tx,
  id: string,
  result: { done_at: string | null; failed_at: string | null; error: string | null },
) {
  await tx.updateTable('payment_events').set(result).where('id', '=', id).where('done_at', 'is', null).execute()
}
