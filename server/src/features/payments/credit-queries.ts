import { buildDepositEntries, reverseEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { insertEntries } from '#features/invoices/ledger/queries.ts'
import { insertPayment } from '#features/invoices/payments/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getTimezone } from './booking-queries.ts'

// All queries in this file require the system role.

/** Credit that pays the deposit of a booking. `user_id` is the client who booked, or null for a job. */
export type CreditDeposit = {
  studio_id: string
  client_id: string | null
  booking_id: string
  currency: string
  amount_minor: number
  user_id: string | null
  now: Date
}

/** Moves a client's credit into the deposit of a booking. The caller must have read the credit with the studio's lock on money. */
export const reserveCredit = (tx: Tx, deposit: CreditDeposit) => moveCredit(tx, deposit, 'deposit_held')

/** Returns to the client the credit that a booking's deposit does not need. The caller must have the studio's lock on money. */
export const returnCredit = (tx: Tx, deposit: CreditDeposit) => moveCredit(tx, deposit, 'deposit_returned')

async function moveCredit(tx: Tx, deposit: CreditDeposit, kind: 'deposit_held' | 'deposit_returned') {
  const { studio_id, client_id, booking_id, currency, amount_minor, user_id: created_by, now } = deposit
  const day = todayIn(await getTimezone(tx, studio_id), now)
  const at = now.toISOString()
  const id = await insertPayment(tx, {
    studio_id,
    client_id,
    invoice_id: null,
    booking_id,
    method: 'credit',
    amount_minor,
    currency,
    kind: kind === 'deposit_held' ? 'payment' : 'refund',
    paid_on: day,
    note: '',
    created_by,
    created_at: at,
  })
  const entries = buildDepositEntries({ client_id, booking_id }, { account: 'credit', amount_minor })
  await insertEntries(tx, {
    studio_id,
    currency,
    occurred_on: day,
    recorded_at: at,
    kind,
    cause_id: id,
    event_key: `${kind}:${id}`,
    entries: kind === 'deposit_held' ? entries : reverseEntries(entries),
  })
}

/** The studio of a booking whose deposit has used credit; undefined if it used none. */
export async function findStudioOfCredit(tx: Tx, booking_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ studio_id: string }>`
    select studio_id from ledger_entries where booking_id = ${booking_id}::uuid and account = 'credit' limit 1`.execute(
    tx,
  )
  return rows[0]?.studio_id
}

/** The client's credit that is reserved for a booking, without the part that an invoice has used. */
export async function getReservedCredit(tx: Tx, booking_id: string): Promise<number> {
  const { rows } = await sql<{ credit_minor: number }>`
    select greatest(least(coalesce(sum(amount_minor) filter (where account = 'credit'), 0),
      coalesce(-sum(amount_minor) filter (where account = 'deposits_held'), 0)), 0)::bigint as credit_minor
    from ledger_entries where booking_id = ${booking_id}::uuid`.execute(tx)
  return rows[0]?.credit_minor ?? 0
}

/**
 * Bookings that still have credit and were cancelled more than ten minutes ago. Their cancellation can no longer be undone, so
 * the credit can be returned.
 */
export async function listBookingsWithUnreturnedCredit(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b join (
      select booking_id from ledger_entries where account = 'credit' and booking_id is not null
      group by booking_id having sum(amount_minor) > 0) c on c.booking_id = b.id
    where b.status = 'cancelled' and b.updated_at < ${now.toISOString()}::timestamptz - interval '10 minutes'
      and (select -sum(e.amount_minor) from ledger_entries e where e.booking_id = b.id and e.account = 'deposits_held')
        > coalesce(app.payable_amount(app.session_amount(b.status, b.no_show_at, b.price_minor, b.fee), b.tax), 0)
    order by b.updated_at limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
