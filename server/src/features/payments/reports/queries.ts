import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardReport } from '#platform/payments/cards.ts'

// The queries of this file need the rights of jobs.

/** Stores a report. @returns false if it is a repeat */
export async function insertReport(tx: Tx, report: CardReport, at: { studio_id: string; now: Date }): Promise<boolean> {
  const { id, type, account: account_id, payment_id, object_ids, happened_at } = report
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values({
      ...{ id, type, account_id, payment_id, object_ids, studio_id: at.studio_id },
      ...{ happened_at: happened_at.toISOString(), received_at: at.now.toISOString() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A report about a studio's account; undefined if it is unknown, or about a plan. */
export async function getReport(tx: Tx, id: string) {
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

/** Stores that a report was processed, or its error. If both are null, the report waits again. */
export async function saveResult(
  tx: Tx,
  id: string,
  result: { done_at: string | null; failed_at: string | null; error: string | null },
) {
  await tx.updateTable('payment_events').set(result).where('id', '=', id).where('done_at', 'is', null).execute()
}
