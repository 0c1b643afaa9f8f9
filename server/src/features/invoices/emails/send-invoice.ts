import { fail } from '@studiohub/contract/errors.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { getClient } from '#features/clients/queries.ts'
import { queueInvoiceEmail } from '#features/emails/invoices/jobs.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { recordMoney } from '../record-invoice.ts'
import { lockIssuedInvoice, requireDetails } from '../require-invoice.ts'
import { getSettings } from '../settings/queries.ts'

type SendInvoiceInput = { id: string }

/** Emails an issued invoice to its client, as often as an admin wants. */
export const sendInvoice = (caller: Caller, { id }: SendInvoiceInput, now: Date): Promise<InvoiceDetails> =>
  emailClient(caller, { id, kind: 'invoice', now })

/** Reminds the client to pay, on any day. Rejects the call if the invoice is paid. */
export const sendReminder = (caller: Caller, { id }: SendInvoiceInput, now: Date): Promise<InvoiceDetails> =>
  emailClient(caller, { id, kind: 'reminder', now })

type EmailInput = { id: string; kind: 'invoice' | 'reminder'; now: Date }

function emailClient(caller: Caller, { id, kind, now }: EmailInput): Promise<InvoiceDetails> {
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await lockIssuedInvoice(tx, actor, { id, now })
    const { studio_id, client_id, open_minor } = invoice
    if (kind === 'reminder' && open_minor <= 0) fail('INVOICE_SETTLED', { message: 'This invoice is paid.' })
    const client = client_id === null ? undefined : await getClient(tx, studio_id, client_id)
    if (client_id === null || !client?.email) fail('NO_EMAIL_ADDRESS')
    await actAs(tx, 'system')
    const email = { studio_id, client_id, invoice_id: id, kind, created_at: now.toISOString() }
    const email_id = (await queueInvoiceEmail(tx, email, now)) ?? fail('INTERNAL')
    await recordMoney(tx, actor, {
      caller,
      action: kind === 'invoice' ? 'invoices.send' : 'invoices.remind',
      object_type: 'invoice_email',
      object_id: email_id,
      studio_id,
      client_id: null,
      after: { id: email_id, invoice_id: id, client_id },
    })
    return requireDetails(tx, actor, id, now)
  })
}

type ReceiptInput = { studio_id: string; client_id: string | null; invoice_id: string; payment_id: string }

/**
 * Queues the receipt of a payment, once, if the studio sends receipts. Call it last in a transaction, because it switches to
 * the system role.
 */
export async function sendReceipt(tx: Tx, { client_id, ...receipt }: ReceiptInput, now: Date): Promise<void> {
  await actAs(tx, 'system')
  const { sends_receipts } = await getSettings(tx, receipt.studio_id)
  if (client_id === null || !sends_receipts) return
  await queueInvoiceEmail(tx, { ...receipt, client_id, kind: 'receipt', created_at: now.toISOString() }, now)
}
