import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardDispute } from '#platform/payments/cards.ts'

// All queries in this file require the system role.

/** Counts a new reading of a dispute, and stores the dispute if it is new. @returns the reading's number and the account */
export async function startDisputeReading(tx: Tx, { id, studio_id }: { id: string; studio_id: string }) {
  const { rows } = await sql<{ reading: string; account_id: string }>`
    insert into card_disputes as d (id, studio_id, readings)
    select ${id}, a.studio_id, 1 from card_accounts a where a.studio_id = ${studio_id}::uuid
    on conflict (id) do update set readings = d.readings + 1 where d.studio_id = excluded.studio_id
    returning d.readings::text as reading,
      (select a.account_id from card_accounts a where a.studio_id = d.studio_id) as account_id`.execute(tx)
  return rows[0]
}

/** A stored dispute with its payment. The amounts in the books are known only if the payment is ours. */
export type StoredDispute = {
  state: CardDispute['state'] | null
  withdrawn_minor: number
  lost_minor: number
  payment: { id: string; client_id: string | null; booking_id: string | null; currency: string } | null
  /** The deposit of the session, as long as the session is on no invoice. */
  held_deposit_minor: number
}

/** Locks and reads a dispute. Undefined if a later reading has started. */
export async function lockDispute(
  tx: Tx,
  { id, reading, intent_id, account_id }: { id: string; reading: string; intent_id: string | null; account_id: string },
): Promise<StoredDispute | undefined> {
  await sql`select from card_disputes where id = ${id} for update`.execute(tx)
  const { rows } = await sql<StoredDispute>`
    select d.state, d.withdrawn_minor, d.lost_minor,
      case when p.id is not null then json_build_object('id', p.id, 'client_id', p.client_id, 'booking_id', p.booking_id,
        'currency', p.currency) end as payment,
      (select coalesce(-sum(e.amount_minor), 0) from ledger_entries e
        where e.booking_id = p.booking_id and e.account = 'deposits_held')::bigint as held_deposit_minor
    from card_disputes d left join card_payments p on p.account_id = ${account_id} and p.intent_id = ${intent_id}
    where d.id = ${id} and d.readings = ${reading}::bigint`.execute(tx)
  return rows[0]
}

/** What the losses and reversals of a dispute have written off. @param loss.key the beginning of the keys of their events */
export async function getWrittenOff(tx: Tx, loss: { studio_id: string; key: string }): Promise<number> {
  const { rows } = await sql<{ written_off: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as written_off from ledger_entries
    where studio_id = ${loss.studio_id}::uuid and account = 'write_off' and starts_with(event_key, ${loss.key})`.execute(
    tx,
  )
  return rows[0]?.written_off ?? 0
}

type DisputeMoney = { payment_id: string | null; withdrawn_minor: number; lost_minor: number }

export async function saveDispute(tx: Tx, dispute: CardDispute, money: DisputeMoney) {
  const { id, state, amount_minor, currency, reason, respond_by, evidence_url, opened_at } = dispute
  await tx
    .updateTable('card_disputes')
    .set({
      state,
      amount_minor,
      currency,
      reason,
      evidence_url,
      ...money,
      respond_by: respond_by?.toISOString() ?? null,
      opened_at: opened_at.toISOString(),
    })
    .where('id', '=', id)
    .execute()
}

/** The amount of a payment that the provider has withdrawn because of disputes. */
export async function getDisputed(tx: Tx, card_payment_id: string): Promise<number> {
  const { rows } = await sql<{ disputed: number }>`
    select coalesce(sum(withdrawn_minor), 0)::bigint as disputed from card_disputes
    where payment_id = ${card_payment_id}::uuid`.execute(tx)
  return rows[0]?.disputed ?? 0
}
