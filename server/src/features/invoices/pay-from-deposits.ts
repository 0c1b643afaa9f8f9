import {
  buildAppliedDepositEntries,
  buildUsedCreditEntries,
} from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getCredit, type LedgerEvent, listDeposits } from './ledger/queries.ts'
import { recordLedgerEvent } from './ledger/record-ledger-event.ts'
import { insertPayment } from './payments/queries.ts'

/** An issued invoice with its amounts; `user_id` is the person who issued it. */
export type IssuedInvoice = {
  id: string
  studio_id: string
  client_id: string | null
  user_id: string | null
  booking_ids: readonly string[]
  open_minor: number
  event: Pick<LedgerEvent, 'studio_id' | 'currency' | 'occurred_on' | 'recorded_at'>
}

/** Pays a new invoice with the deposits of its sessions, then with the client's credit. */
export async function payFromDepositsAndCredit(tx: Tx, invoice: IssuedInvoice): Promise<void> {
  const open_minor = await applyDeposits(tx, invoice)
  await applyCredit(tx, invoice, open_minor)
}

/** @returns the amount that is still open */
async function applyDeposits(tx: Tx, { id, studio_id, client_id, event, ...invoice }: IssuedInvoice) {
  let open_minor = invoice.open_minor
  for (const { booking_id, held_deposit_minor } of await listDeposits(tx, studio_id, invoice.booking_ids)) {
    const party = { client_id, invoice_id: id, booking_id }
    await recordLedgerEvent(tx, {
      ...event,
      kind: 'deposit_applied',
      cause_id: id,
      event_key: `deposit_applied:${id}:${booking_id}`,
      entries: buildAppliedDepositEntries(party, { held_deposit_minor, open_minor }),
    })
    open_minor = Math.max(0, open_minor - held_deposit_minor)
  }
  return open_minor
}

async function applyCredit(tx: Tx, { id, studio_id, client_id, user_id, event }: IssuedInvoice, open_minor: number) {
  if (client_id === null || open_minor === 0) return
  const { currency, occurred_on: paid_on, recorded_at: created_at } = event
  const amount_minor = Math.min(open_minor, await getCredit(tx, { studio_id, client_id, currency }))
  if (amount_minor <= 0) return
  const money = { amount_minor, currency, paid_on, note: '', created_by: user_id, created_at }
  const payment_id = await insertPayment(tx, {
    studio_id,
    client_id,
    invoice_id: id,
    booking_id: null,
    kind: 'payment',
    method: 'credit',
    ...money,
  })
  await recordLedgerEvent(tx, {
    ...event,
    kind: 'credit_used',
    cause_id: payment_id,
    event_key: `credit_used:${payment_id}`,
    entries: buildUsedCreditEntries({ client_id, invoice_id: id }, amount_minor),
  })
}
