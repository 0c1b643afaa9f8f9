import type { LedgerEntry } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { LedgerKind } from '@studiohub/contract/features/invoices/ledger/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** One event in a studio's books. */
export type LedgerEvent = {
  studio_id: string
  kind: LedgerKind
  /** The id of the invoice, payment or booking that caused the event. */
  cause_id: string
  /** Unique per studio: a second event with this key is not posted. */
  event_key: string
  /** ISO 4217. */
  currency: string
  /** The day of the event in the studio's time zone. */
  occurred_on: string
  recorded_at: string
  entries: readonly LedgerEntry[]
}

/** @returns how many entries were inserted; 0 if the event was posted before */
export async function insertEntries(tx: Tx, { entries, ...event }: LedgerEvent): Promise<number> {
  const rows = entries.map((entry, position) => ({ ...event, ...entry, position }))
  if (rows.length === 0) return 0
  const result = await tx
    .insertInto('ledger_entries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows)
}

/** The entries of one event. */
export async function listEntries(tx: Tx, studio_id: string, event_key: string): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select account, amount_minor, client_id, invoice_id, booking_id from ledger_entries
    where studio_id = ${studio_id}::uuid and event_key = ${event_key} order by position`.execute(tx)
  return rows
}

/** A client's credit in one currency, in minor units. */
export async function getCredit(tx: Tx, client: { studio_id: string; client_id: string; currency: string }) {
  const { rows } = await sql<{ credit_minor: number }>`
    select coalesce(-sum(amount_minor), 0)::bigint as credit_minor from ledger_entries
    where studio_id = ${client.studio_id}::uuid and client_id = ${client.client_id}::uuid and account = 'credit'
      and currency = ${client.currency}`.execute(tx)
  return rows[0]?.credit_minor ?? 0
}

/** The deposits that the studio has for these sessions, one row per session. */
export async function listDeposits(tx: Tx, studio_id: string, booking_ids: readonly string[]) {
  const { rows } = await sql<{ booking_id: string; held_deposit_minor: number }>`
    select booking_id, -sum(amount_minor)::bigint as held_deposit_minor from ledger_entries
    where studio_id = ${studio_id}::uuid and account = 'deposits_held' and booking_id = any(${booking_ids}::uuid[])
    group by booking_id having sum(amount_minor) < 0 order by booking_id`.execute(tx)
  return rows
}

/** A client's money at a studio, by currency. @param today the studio's current day, which decides what is overdue */
export async function listBalances(tx: Tx, client: { studio_id: string; client_id: string; today: string }) {
  const { rows } = await sql<{
    currency: string
    open_minor: number
    overdue_minor: number
    credit_minor: number
    unbilled_minor: number
  }>`
    select e.currency, coalesce(sum(e.amount_minor) filter (where e.account = 'receivable'), 0)::bigint as open_minor,
      coalesce(sum(e.amount_minor) filter (where e.account = 'receivable' and i.due_on < ${client.today}::date), 0)::bigint
        as overdue_minor,
      coalesce(-sum(e.amount_minor) filter (where e.account = 'credit'), 0)::bigint as credit_minor,
      coalesce(sum(e.amount_minor) filter (where e.account = 'unbilled'), 0)::bigint as unbilled_minor
    from ledger_entries e left join invoices i on i.id = e.invoice_id
    where e.studio_id = ${client.studio_id}::uuid and e.client_id = ${client.client_id}::uuid
    group by e.currency order by e.currency`.execute(tx)
  return rows
}
