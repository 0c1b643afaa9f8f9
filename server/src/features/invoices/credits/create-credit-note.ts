import type { InvoiceDetails, NewCreditNote } from '@studiohub/contract/features/invoices/schema.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { recordRefund } from '../payments/create-refund.ts'
import { recordMoney } from '../record-invoice.ts'
import { lockIssuedInvoice, requireDetails } from '../require-invoice.ts'
import { issueCreditNote } from './issue-credit-note.ts'

export type CreateCreditNoteInput = NewCreditNote & { id: string }

/** Lowers an issued invoice. The part that was already paid becomes the client's credit. */
export function createCreditNote(caller: Caller, input: CreateCreditNoteInput, now: Date): Promise<InvoiceDetails> {
  const { id, amount_minor, reason } = input
  return asActor(caller, async (tx, actor) => {
    const { invoice, today } = await lockIssuedInvoice(tx, actor, { id, now })
    const { studio_id, client_id, currency, open_minor } = invoice
    const at = now.toISOString()
    const note_id = await issueCreditNote(tx, { invoice, amount_minor, reason, today, at })
    const paid_minor = amount_minor - Math.max(0, open_minor)
    const refund = { invoice, amount_minor: paid_minor, method: 'credit' as const, reason, paid_on: today, at }
    if (paid_minor > 0) await recordRefund(tx, actor, refund)
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.createCreditNote',
      object_type: 'invoice',
      object_id: note_id,
      studio_id,
      client_id,
      invoice_id: id,
      after: { id: note_id, corrects_id: id, amount_minor, currency },
    })
    return requireDetails(tx, actor, id, now)
  })
}
