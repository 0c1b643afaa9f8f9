import { fail } from '@studiohub/contract/errors.ts'
import { buildWriteOffEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { recordLedgerEvent } from './ledger/record-ledger-event.ts'
import { saveClosingReason } from './queries.ts'
import { recordMoney } from './record-invoice.ts'
import { lockIssuedInvoice, requireDetails } from './require-invoice.ts'

/** Writes off the open amount of an invoice. */
export function writeOffInvoice(
  caller: Caller,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<InvoiceDetails> {
  return asActor(caller, async (tx, actor) => {
    const { invoice, today } = await lockIssuedInvoice(tx, actor, { id, now })
    const { studio_id, client_id, currency, open_minor } = invoice
    if (open_minor <= 0) fail('INVOICE_SETTLED')
    const at = now.toISOString()
    await recordLedgerEvent(tx, {
      studio_id,
      currency,
      occurred_on: today,
      recorded_at: at,
      // After a refund an invoice is open again, and can be written off a second time.
      kind: 'written_off',
      cause_id: id,
      event_key: `written_off:${id}:${at}`,
      entries: buildWriteOffEntries({ client_id, invoice_id: id }, open_minor),
    })
    await saveClosingReason(tx, id, reason)
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.writeOff',
      object_type: 'invoice',
      object_id: id,
      studio_id,
      client_id,
      invoice_id: id,
      before: { open_minor },
      after: { open_minor: 0, currency },
    })
    return requireDetails(tx, actor, id, now)
  })
}
