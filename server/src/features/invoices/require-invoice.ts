import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChangeInvoices, canListInvoices } from '@studiohub/contract/features/invoices/policy.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { createTransferCode } from './details-queries.ts'
import { listEmails } from './emails/queries.ts'
import { listPayments } from './payments/queries.ts'
import * as queries from './queries.ts'
import { getInvoiceBuyer, getInvoiceSeller } from './require-parties.ts'

/** An invoice that the actor may read, and the studio's current day. @throws AppError NOT_FOUND */
async function readInvoice(tx: Tx, actor: Actor, id: string, now: Date) {
  requireRole(actor)
  const invoice = (await queries.findInvoice(tx, id)) ?? fail('NOT_FOUND')
  return { ...invoice, today: todayIn(invoice.timezone, now) }
}

/**
 * An invoice that the actor may change. Takes the studio's lock on money, so no other transaction changes the books until
 * this one ends.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function lockInvoice(tx: Tx, actor: Actor, { id, now }: { id: string; now: Date }) {
  const { studio_id, today } = await readInvoice(tx, actor, id, now)
  authorize(canChangeInvoices(actor, studio_id))
  await lock(tx, 'money', studio_id)
  const invoice = (await queries.getInvoice(tx, id, today)) ?? fail('NOT_FOUND')
  return { invoice, today }
}

/** An issued invoice that is not void. @throws AppError INVOICE_SETTLED */
export async function lockIssuedInvoice(tx: Tx, actor: Actor, input: { id: string; now: Date }) {
  const { invoice, today } = await lockInvoice(tx, actor, input)
  if (invoice.kind !== 'invoice' || invoice.state === 'void') fail('INVOICE_SETTLED')
  if (invoice.state === 'draft') fail('INVOICE_SETTLED', { message: 'Issue this invoice first.' })
  return { invoice, today }
}

/** An invoice with its lines, payments and credit notes, if the actor may read it. @throws AppError NOT_FOUND */
export async function requireDetails(tx: Tx, actor: Actor, id: string, now: Date): Promise<InvoiceDetails> {
  const { studio_id, today } = await readInvoice(tx, actor, id, now)
  authorize(canListInvoices(actor, studio_id))
  const invoice = (await queries.getInvoice(tx, id, today)) ?? fail('NOT_FOUND')
  return {
    ...invoice,
    seller: invoice.seller ?? (await getInvoiceSeller(tx, studio_id)),
    buyer: invoice.issued_on === null ? await getInvoiceBuyer(tx, invoice, invoice.buyer) : invoice.buyer,
    lines: await queries.listLines(tx, id),
    payments: await listPayments(tx, id),
    credit_notes: await queries.listCreditNotes(tx, id),
    transfer_qr: invoice.seller && (await createTransferCode({ ...invoice, seller: invoice.seller })),
    emails: canChangeInvoices(actor, studio_id) ? await listEmails(tx, id) : [],
  }
}
