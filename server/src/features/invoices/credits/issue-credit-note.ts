import { fail } from '@studiohub/contract/errors.ts'
import { buildCreditNoteEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { creditNoteLines, invoiceTotals } from '@studiohub/contract/features/invoices/rules.ts'
import type { Invoice, InvoiceBuyer, InvoiceSeller } from '@studiohub/contract/features/invoices/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { findNextNumber } from '../find-next-number.ts'
import { recordLedgerEvent } from '../ledger/record-ledger-event.ts'
import { issueDraft, listLines, replaceLines } from '../queries.ts'
import { getInvoiceSeller } from '../require-parties.ts'
import { insertCreditNote } from './queries.ts'

type IssueCreditNoteInput = {
  invoice: Invoice & { seller: InvoiceSeller | null; buyer: InvoiceBuyer }
  amount_minor: number
  reason: string
  today: string
  at: string
}

/**
 * Inserts a credit note for a gross amount, at most the invoice's total, and posts it to the books. Call it with the
 * studio's lock on money. @returns its id @throws AppError AMOUNT_NOT_POSSIBLE
 */
export async function issueCreditNote(tx: Tx, note: IssueCreditNoteInput): Promise<string> {
  const { invoice, amount_minor, reason, today, at } = note
  const { id: corrects_id, studio_id, client_id, currency, buyer } = invoice
  // An amount that was written off is no longer owed, so it cannot be credited too.
  if (amount_minor > invoice.total_minor - invoice.credited_minor - invoice.written_off_minor) {
    fail('AMOUNT_NOT_POSSIBLE', { fields: { amount_minor: 'This is more than what the invoice charges.' } })
  }
  const lines = creditNoteLines(amount_minor, await listLines(tx, corrects_id))
  const totals = invoiceTotals(lines)
  const seller = invoice.seller ?? (await getInvoiceSeller(tx, studio_id))
  const row = { studio_id, client_id, corrects_id, currency, ...totals, reason, seller, buyer, created_at: at }
  const id = await insertCreditNote(tx, row)
  await replaceLines(tx, { id, studio_id }, lines.map(toCreditLine(invoice.number ?? '')))
  const nextNumber = await findNextNumber(tx, { studio_id, kind: 'credit_note', today })
  await issueDraft(tx, id, {
    ...nextNumber,
    issued_on: today,
    issued_at: at,
    due_on: null,
    seller,
    buyer,
    policies: [],
  })
  await recordLedgerEvent(tx, {
    studio_id,
    currency,
    occurred_on: today,
    recorded_at: at,
    kind: 'credit_note_issued',
    cause_id: id,
    event_key: `credit_note_issued:${id}`,
    entries: buildCreditNoteEntries({ client_id, invoice_id: corrects_id }, totals),
  })
  return id
}

const toCreditLine = (number: string) => (line: ReturnType<typeof creditNoteLines>[number]) => ({
  ...line,
  booking_id: null,
  booking_line: null,
  service_on: null,
  description: `Credit for invoice ${number}`,
  unit: 'piece' as const,
  quantity: 1,
  unit_price_minor: line.amount_minor,
})
