import { fail } from '@studiohub/contract/errors.ts'
import type { InvoiceChanges, InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { buildLines } from './build-lines.ts'
import { replaceLines, updateDraft } from './queries.ts'
import { recordMoney } from './record-invoice.ts'
import { lockInvoice, requireDetails } from './require-invoice.ts'
import { getInvoiceBuyer } from './require-parties.ts'

export type UpdateInvoiceInput = InvoiceChanges & { id: string }

/** Replaces the sessions, lines and other contents of a draft. */
export function updateInvoice(caller: Caller, input: UpdateInvoiceInput, now: Date): Promise<InvoiceDetails> {
  const { id, version, note, due_on, buyer } = input
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await lockInvoice(tx, actor, { id, now })
    const { studio_id, client_id, currency } = invoice
    if (invoice.state !== 'draft') fail('INVOICE_ISSUED')
    if (client_id === null) fail('CLIENT_NOT_IN_STUDIO')
    await replaceLines(tx, invoice, [])
    const contents = { ...input, studio_id, client_id, invoice_id: id, currency, default_currency: currency }
    const { lines, totals } = await buildLines(tx, contents)
    const buyerDetails = buyer ?? invoice.buyer
    const fields = { ...totals, note, due_on, buyer: await getInvoiceBuyer(tx, invoice, buyerDetails) }
    if (!(await updateDraft(tx, { id, version }, fields))) fail('STALE_VERSION')
    await replaceLines(tx, invoice, lines)
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.update',
      object_type: 'invoice',
      object_id: id,
      studio_id,
      client_id: null,
      before: { total_minor: invoice.total_minor, version: invoice.version },
      after: { total_minor: totals.total_minor, version: invoice.version + 1 },
    })
    return requireDetails(tx, actor, id, now)
  })
}
