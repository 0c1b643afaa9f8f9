import { fail } from '@studiohub/contract/errors.ts'
import { canChangeInvoices } from '@studiohub/contract/features/invoices/policy.ts'
import type { InvoiceDetails, NewInvoice } from '@studiohub/contract/features/invoices/schema.ts'
import { findClientId } from '#features/clients/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { buildLines } from './build-lines.ts'
import { insertInvoice, replaceLines } from './queries.ts'
import { recordMoney } from './record-invoice.ts'
import { requireDetails } from './require-invoice.ts'
import { getInvoiceBuyer } from './require-parties.ts'

export type CreateInvoiceInput = NewInvoice & { studio_id: string }

/** Creates a draft from a client's sessions and lines typed by hand. A draft has no number and no entries in the books. */
export function createInvoice(caller: Caller, input: CreateInvoiceInput, now: Date): Promise<InvoiceDetails> {
  const { studio_id, note, due_on, buyer } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canChangeInvoices(requireRole(actor), studio_id))
    const client_id = (await findClientId(tx, studio_id, input.client_id)) ?? fail('CLIENT_NOT_IN_STUDIO')
    const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const { lines, totals, ...amountSettings } = await buildLines(tx, {
      ...input,
      client_id,
      default_currency: studio.currency,
    })
    const id = await insertInvoice(tx, {
      studio_id,
      client_id,
      note,
      due_on,
      ...amountSettings,
      ...totals,
      buyer: await getInvoiceBuyer(tx, { studio_id, client_id }, buyer),
      created_at: now.toISOString(),
    })
    await replaceLines(tx, { id, studio_id }, lines)
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.create',
      object_type: 'invoice',
      object_id: id,
      studio_id,
      client_id: null,
      after: { id, client_id, total_minor: totals.total_minor, currency: amountSettings.currency },
    })
    return requireDetails(tx, actor, id, now)
  })
}
