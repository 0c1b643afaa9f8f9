import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardPayout } from '#platform/payments/cards.ts'

// All queries in this file require the system role.

/** Counts a new reading of a payout, and stores the payout if it is new. @returns the reading's number and the account */
export async function startPayoutReading(tx: Tx, { id, studio_id }: { id: string; studio_id: string }) {
  const { rows } = await sql<{ reading: string; account_id: string }>`
    insert into card_payouts as p (id, studio_id, readings)
    select ${id}, a.studio_id, 1 from card_accounts a where a.studio_id = ${studio_id}::uuid
    on conflict (id) do update set readings = p.readings + 1 where p.studio_id = excluded.studio_id
    returning p.readings::text as reading,
      (select a.account_id from card_accounts a where a.studio_id = p.studio_id) as account_id`.execute(tx)
  return rows[0]
}

/** Locks a payout and reads the amount that the books have. Undefined if a later reading has started. */
export async function lockPayout(tx: Tx, { id, reading }: { id: string; reading: string }) {
  const { rows } = await sql<{ posted_minor: number; state: CardPayout['state'] | null }>`
    select posted_minor, state from card_payouts where id = ${id} and readings = ${reading}::bigint for update`.execute(
    tx,
  )
  return rows[0]
}

export async function savePayout(tx: Tx, { id, created_at, ...row }: CardPayout & { posted_minor: number }) {
  await tx
    .updateTable('card_payouts')
    .set({ ...row, created_at: created_at.toISOString() })
    .where('id', '=', id)
    .execute()
}
