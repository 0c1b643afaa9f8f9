import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { buildRefundEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { Invoice, InvoiceDetails, NewRefund } from '@studiohub/contract/features/invoices/schema.ts'
import { listRefundable, planCardRefund } from '#features/payments/invoices/queries.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { issueCreditNote } from '../credits/issue-credit-note.ts'
import { recordLedgerEvent } from '../ledger/record-ledger-event.ts'
import { recordMoney } from '../record-invoice.ts'
import { lockIssuedInvoice, requireDetails } from '../require-invoice.ts'
import { insertPayment } from './queries.ts'
import { requirePaymentDay } from './require-payment-day.ts'

export type CreateRefundInput = NewRefund & { id: string }

/**
 * Refunds money of an invoice, up to the paid amount. A credit note reduces the invoice by the same amount. Without a credit
 * note the client owes the amount again, which corrects a payment that was recorded by mistake.
 */
export function createRefund(caller: Caller, input: CreateRefundInput, now: Date): Promise<InvoiceDetails> {
  const { id, amount_minor, reason, with_credit_note } = input
  return asActor(caller, async (tx, actor) => {
    const { invoice, today } = await lockIssuedInvoice(tx, actor, { id, now })
    if (amount_minor > invoice.paid_minor) {
      fail('AMOUNT_NOT_POSSIBLE', { fields: { amount_minor: 'This is more than what was paid.' } })
    }
    if (input.method === 'credit' && invoice.client_id === null) fail('AMOUNT_NOT_POSSIBLE')
    const cardRefunds = input.method === 'card' ? await findCardRefunds(tx, { id, amount_minor }) : []
    const at = now.toISOString()
    if (with_credit_note) await issueCreditNote(tx, { invoice, amount_minor, reason, today, at })
    const paid_on = requirePaymentDay(input.paid_on, today)
    const refund_id = await recordRefund(tx, actor, { ...input, invoice, paid_on, at })
    const { studio_id, client_id, currency } = invoice
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.createRefund',
      object_type: 'payment',
      object_id: refund_id,
      studio_id,
      client_id,
      invoice_id: id,
      after: { id: refund_id, invoice_id: id, amount_minor, currency, method: input.method, with_credit_note },
    })
    const details = await requireDetails(tx, actor, id, now)
    if (cardRefunds.length > 0) await actAs(tx, 'system')
    for (const { id: payment_id, part_minor } of cardRefunds) await planCardRefund(tx, payment_id, part_minor)
    return details
  })
}

/** Divides an amount to refund among the invoice's card payments, newest first. @throws AppError AMOUNT_NOT_POSSIBLE */
async function findCardRefunds(tx: Tx, { id, amount_minor }: { id: string; amount_minor: number }) {
  let remaining_minor = amount_minor
  const parts = (await listRefundable(tx, id)).map(({ id: payment_id, left_minor }) => {
    const part_minor = Math.min(remaining_minor, left_minor)
    remaining_minor -= part_minor
    return { id: payment_id, part_minor }
  })
  if (remaining_minor > 0)
    fail('AMOUNT_NOT_POSSIBLE', { fields: { amount_minor: 'This is more than what was paid by card.' } })
  return parts.filter(({ part_minor }) => part_minor > 0)
}

type Refund = Pick<NewRefund, 'amount_minor' | 'method' | 'reason'> & { invoice: Invoice; paid_on: string; at: string }

/**
 * Records a refund. The books count an amount for a card as a deposit until the provider has refunded it.
 * @returns the id of the payment row
 */
export async function recordRefund(tx: Tx, { user_id }: Actor, refund: Refund): Promise<string> {
  const { invoice, amount_minor, method, reason, paid_on, at } = refund
  const { id, studio_id, client_id, currency } = invoice
  const money = { amount_minor, currency, paid_on, note: reason, created_by: user_id, created_at: at }
  const payment_id = await insertPayment(tx, {
    studio_id,
    client_id,
    invoice_id: id,
    booking_id: null,
    kind: 'refund',
    method,
    ...money,
  })
  await recordLedgerEvent(tx, {
    studio_id,
    currency,
    occurred_on: paid_on,
    recorded_at: at,
    kind: 'payment_refunded',
    cause_id: payment_id,
    event_key: `payment_refunded:${payment_id}`,
    entries: buildRefundEntries(
      { client_id, invoice_id: id },
      { account: method === 'card' ? 'deposits_held' : method, amount_minor },
    ),
  })
  return payment_id
}
