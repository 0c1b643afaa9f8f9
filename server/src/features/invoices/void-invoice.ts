import { fail } from '@studiohub/contract/errors.ts'
import { reverseEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { listEntries } from './ledger/queries.ts'
import { recordLedgerEvent } from './ledger/record-ledger-event.ts'
import { voidInvoice as markVoid } from './queries.ts'
import { recordMoney } from './record-invoice.ts'
import { lockIssuedInvoice, requireDetails } from './require-invoice.ts'

export type VoidInvoiceInput = { id: string; reason: string }

const HAS_MONEY = 'This invoice has payments or credits. Make a refund or issue a credit note instead.'

/** Voids an invoice without payments. Its number is not used again; its sessions can go on another invoice. */
export function voidInvoice(caller: Caller, { id, reason }: VoidInvoiceInput, now: Date): Promise<InvoiceDetails> {
  return asActor(caller, async (tx, actor) => {
    const { invoice, today } = await lockIssuedInvoice(tx, actor, { id, now })
    const { studio_id, client_id, currency, total_minor } = invoice
    if (invoice.open_minor !== total_minor) fail('INVOICE_SETTLED', { message: HAS_MONEY })
    const at = now.toISOString()
    if (!(await markVoid(tx, id, { reason, at }))) fail('INVOICE_SETTLED')
    await recordLedgerEvent(tx, {
      studio_id,
      currency,
      occurred_on: today,
      recorded_at: at,
      kind: 'invoice_voided',
      cause_id: id,
      event_key: `invoice_voided:${id}`,
      entries: reverseEntries(await listEntries(tx, studio_id, `invoice_issued:${id}`)),
    })
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.void',
      object_type: 'invoice',
      object_id: id,
      studio_id,
      client_id,
      invoice_id: id,
      before: { voided_at: null },
      after: { voided_at: at, total_minor, currency },
    })
    return requireDetails(tx, actor, id, now)
  })
}
