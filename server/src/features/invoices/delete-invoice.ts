import { fail } from '@studiohub/contract/errors.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { deleteDraft } from './queries.ts'
import { recordMoney } from './record-invoice.ts'
import { lockInvoice } from './require-invoice.ts'

/** Deletes a draft. An issued invoice cannot be deleted. */
export function deleteInvoice(caller: Caller, id: string, now: Date): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await lockInvoice(tx, actor, { id, now })
    if (!(await deleteDraft(tx, id))) fail('INVOICE_ISSUED')
    const { studio_id, client_id, total_minor } = invoice
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.delete',
      object_type: 'invoice',
      object_id: id,
      studio_id,
      client_id: null,
      before: { id, client_id, total_minor },
    })
    return { id }
  })
}
