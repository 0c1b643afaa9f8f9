import {
  entriesOfDeposit,
  entriesOfPayment,
  entriesOfProcessorFee,
  entriesOfRefund,
  reversed,
} from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { insertEntries } from '#features/invoices/ledger/queries.ts'
import { insertPayment } from '#features/invoices/payments/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardFacts } from '#platform/payments/cards.ts'
import { getZone } from './booking-queries.ts'
import type { CardPaymentRow } from './queries.ts'

/** The issued invoice of a session, with what is open on it. */
async function getInvoiceOfBooking(tx: Tx, booking_id: string) {
  const { rows } = await sql<{ invoice_id: string; open_minor: number }>`
    select i.id as invoice_id, (select coalesce(sum(e.amount_minor), 0) from ledger_entries e
      where e.invoice_id = i.id and e.account = 'receivable')::bigint as open_minor
    from invoices i where i.issued_at is not null and i.voided_at is null and exists (select from invoice_lines l
      where l.invoice_id = i.id and l.booking_id = ${booking_id}::uuid and l.is_billed)`.execute(tx)
  return rows[0]
}

type Recording = { payment: CardPaymentRow; facts: CardFacts; now: Date }

/**
 * Posts what the provider took, gave back and kept since the last reading. The money is a deposit of the session, or pays its
 * invoice if it has one. Call it with the studio's lock on money.
 */
export async function recordCardMoney(tx: Tx, { payment, facts, now }: Recording): Promise<void> {
  const taken = facts.paid_minor - payment.paid_minor
  const returned = facts.refunded_minor - payment.refunded_minor
  const fee = payment.fee_minor === null ? (facts.fee_minor ?? 0) : 0
  if (taken === 0 && returned === 0 && fee === 0) return
  const { id, studio_id, client_id, booking_id, currency } = payment
  const at = now.toISOString()
  const day = todayIn(await getZone(tx, studio_id), now)
  const invoice = booking_id ? await getInvoiceOfBooking(tx, booking_id) : undefined
  const event = { studio_id, currency, occurred_on: day, recorded_at: at }
  const row = {
    ...{ studio_id, client_id, booking_id, invoice_id: invoice?.invoice_id ?? null, method: 'card' as const, currency },
    ...{ paid_on: day, note: '', created_by: null, created_at: at },
  }
  if (taken > 0) {
    const cause_id = await insertPayment(tx, { ...row, kind: 'payment', amount_minor: taken })
    const received = { account: 'card_clearing' as const, amount_minor: taken }
    const entries = invoice
      ? entriesOfPayment({ client_id, invoice_id: invoice.invoice_id }, { ...received, open_minor: invoice.open_minor })
      : entriesOfDeposit({ client_id, booking_id }, received)
    const kind = invoice ? 'payment_received' : 'deposit_held'
    await insertEntries(tx, { ...event, kind, cause_id, event_key: `${kind}:card:${id}`, entries })
  }
  if (fee > 0) {
    const entries = entriesOfProcessorFee(fee)
    await insertEntries(tx, {
      ...event,
      kind: 'processor_fee',
      cause_id: id,
      event_key: `processor_fee:${id}`,
      entries,
    })
  }
  if (returned > 0) {
    const cause_id = await insertPayment(tx, { ...row, kind: 'refund', amount_minor: returned })
    const given = { account: 'card_clearing' as const, amount_minor: returned }
    const entries = invoice
      ? entriesOfRefund({ client_id, invoice_id: invoice.invoice_id }, given)
      : reversed(entriesOfDeposit({ client_id, booking_id }, given))
    const kind = invoice ? 'payment_refunded' : 'deposit_returned'
    await insertEntries(tx, {
      ...event,
      kind,
      cause_id,
      event_key: `${kind}:card:${id}:${facts.refunded_minor}`,
      entries,
    })
  }
}
