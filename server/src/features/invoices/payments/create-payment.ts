import { fail } from '@studiohub/contract/errors.ts'
import { buildPaymentEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { InvoiceDetails, NewPayment } from '@studiohub/contract/features/invoices/schema.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { sendReceipt } from '../emails/send-invoice.ts'
import { recordLedgerEvent } from '../ledger/record-ledger-event.ts'
import { recordMoney } from '../record-invoice.ts'
import { lockIssuedInvoice, requireDetails } from '../require-invoice.ts'
import { insertPayment } from './queries.ts'
import { requirePaymentDay } from './require-payment-day.ts'

export type CreatePaymentInput = NewPayment & { id: string }

/**
 * Records a payment of an invoice. Rejects more than the open amount, unless the rest becomes the client's credit.
 */
export function createPayment(caller: Caller, input: CreatePaymentInput, now: Date): Promise<InvoiceDetails> {
  const { id, amount_minor, method, note, keep_rest_as_credit } = input
  return asActor(caller, async (tx, actor) => {
    const { invoice, today } = await lockIssuedInvoice(tx, actor, { id, now })
    const { studio_id, client_id, currency, open_minor } = invoice
    const paid_on = requirePaymentDay(input.paid_on, today)
    if (open_minor <= 0) fail('INVOICE_SETTLED')
    if (amount_minor > open_minor && !(keep_rest_as_credit && client_id !== null)) {
      fail('AMOUNT_NOT_POSSIBLE', { fields: { amount_minor: 'This is more than the open amount.' } })
    }
    const at = now.toISOString()
    const money = { amount_minor, currency, paid_on, note, created_by: actor.user_id, created_at: at }
    const payment_id = await insertPayment(tx, {
      studio_id,
      client_id,
      invoice_id: id,
      booking_id: null,
      kind: 'payment',
      method,
      ...money,
    })
    await recordLedgerEvent(tx, {
      studio_id,
      currency,
      occurred_on: paid_on,
      recorded_at: at,
      kind: 'payment_received',
      cause_id: payment_id,
      event_key: `payment_received:${payment_id}`,
      entries: buildPaymentEntries({ client_id, invoice_id: id }, { account: method, amount_minor, open_minor }),
    })
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.createPayment',
      object_type: 'payment',
      object_id: payment_id,
      studio_id,
      client_id,
      invoice_id: id,
      after: { id: payment_id, invoice_id: id, amount_minor, currency, method },
    })
    await sendReceipt(tx, { studio_id, client_id, invoice_id: id, payment_id }, now)
    return requireDetails(tx, actor, id, now)
  })
}
