import {
  buildCardPaymentEntries,
  buildDepositEntries,
  buildPaymentEntries,
  buildProcessorFeeEntries,
  buildRefundEntries,
  buildReturnEntries,
  reverseEntries,
} from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { insertEntries, type LedgerEvent } from '#features/invoices/ledger/queries.ts'
import { insertPayment } from '#features/invoices/payments/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardFacts } from '#platform/payments/cards.ts'
import { getTimezone } from './booking-queries.ts'
import { getOpenMinor } from './invoices/queries.ts'
import type { CardPaymentRow, RecordedMoney } from './queries.ts'

/** An issued invoice, with its open amount. */
type OpenInvoice = { invoice_id: string; open_minor: number }

/** The issued invoice of a session. */
async function getInvoiceOfBooking(tx: Tx, booking_id: string) {
  const { rows } = await sql<OpenInvoice>`
    select i.id as invoice_id, (select coalesce(sum(e.amount_minor), 0) from ledger_entries e
      where e.invoice_id = i.id and e.account = 'receivable')::bigint as open_minor
    from invoices i where i.issued_at is not null and i.voided_at is null and exists (select from invoice_lines l
      where l.invoice_id = i.id and l.booking_id = ${booking_id}::uuid and l.is_billed)`.execute(tx)
  return rows[0]
}

async function findInvoice(tx: Tx, { booking_id, invoice_id }: CardPaymentRow): Promise<OpenInvoice | undefined> {
  if (invoice_id !== null) return { invoice_id, open_minor: await getOpenMinor(tx, invoice_id) }
  return booking_id === null ? undefined : getInvoiceOfBooking(tx, booking_id)
}

type CardMoneyChange = { payment: CardPaymentRow; facts: CardFacts; now: Date }

/**
 * Posts the payments, refunds and provider fees since the last reading. The money pays the session's invoice, or is a deposit if
 * there is none. The caller must have the studio's lock on money.
 * @returns the payment's columns that depend on the new entries, and the invoice that this money paid
 */
export async function recordCardMoney(
  tx: Tx,
  { payment, facts, now }: CardMoneyChange,
): Promise<{ ledgerFields: RecordedMoney; paid_invoice_id: string | null }> {
  const { excess_minor, return_minor, payment_id } = payment
  const newlyPaid = facts.paid_minor - payment.paid_minor
  const newlyRefunded = facts.refunded_minor - payment.refunded_minor
  const fee = payment.fee_minor === null ? (facts.fee_minor ?? 0) : 0
  let ledgerFields: RecordedMoney = { excess_minor, return_minor, payment_id }
  if (newlyPaid === 0 && newlyRefunded === 0 && fee === 0) return { ledgerFields, paid_invoice_id: null }
  const { id, studio_id, currency } = payment
  const day = todayIn(await getTimezone(tx, studio_id), now)
  const posting: CardPosting = {
    payment,
    invoice: await findInvoice(tx, payment),
    event: { studio_id, currency, occurred_on: day, recorded_at: now.toISOString() },
  }
  if (newlyPaid > 0) ledgerFields = await recordNewPayment(tx, posting, newlyPaid)
  if (fee > 0) {
    const entries = buildProcessorFeeEntries(fee)
    const feeEvent = { kind: 'processor_fee' as const, cause_id: id, event_key: `processor_fee:${id}` }
    await insertEntries(tx, { ...posting.event, ...feeEvent, entries })
  }
  if (newlyRefunded > 0) {
    // The books already have this part of the refund. Now it has reached the card.
    const alreadyRecorded = Math.min(newlyRefunded, Math.max(0, ledgerFields.return_minor - payment.refunded_minor))
    const key = `card:${id}:${facts.refunded_minor}`
    if (alreadyRecorded > 0) await recordCardReturn(tx, posting, { amount_minor: alreadyRecorded, key })
    if (newlyRefunded > alreadyRecorded)
      await recordNewRefund(tx, posting, { amount_minor: newlyRefunded - alreadyRecorded, key })
  }
  return { ledgerFields, paid_invoice_id: newlyPaid > 0 ? (posting.invoice?.invoice_id ?? null) : null }
}

type CardPosting = {
  payment: CardPaymentRow
  invoice: OpenInvoice | undefined
  event: Pick<LedgerEvent, 'studio_id' | 'currency' | 'occurred_on' | 'recorded_at'>
}

const buildPaymentRow = ({ payment: { client_id, booking_id }, invoice, event }: CardPosting) => ({
  studio_id: event.studio_id,
  client_id,
  booking_id,
  invoice_id: invoice?.invoice_id ?? null,
  method: 'card' as const,
  currency: event.currency,
  paid_on: event.occurred_on,
  note: '',
  created_by: null,
  created_at: event.recorded_at,
})

async function recordNewPayment(tx: Tx, posting: CardPosting, amount_minor: number): Promise<RecordedMoney> {
  const { payment, invoice, event } = posting
  const { id, client_id, booking_id, return_minor } = payment
  const cause_id = await insertPayment(tx, { ...buildPaymentRow(posting), kind: 'payment', amount_minor })
  const kind = invoice ? 'payment_received' : 'deposit_held'
  const paymentEvent = { ...event, kind, cause_id, event_key: `${kind}:card:${id}` } as const
  if (!invoice) {
    const entries = buildDepositEntries({ client_id, booking_id }, { account: 'card_clearing', amount_minor })
    await insertEntries(tx, { ...paymentEvent, entries })
    return { excess_minor: 0, return_minor, payment_id: cause_id }
  }
  const { invoice_id, open_minor } = invoice
  if (payment.invoice_id === null) {
    const received = { account: 'card_clearing' as const, amount_minor, open_minor }
    await insertEntries(tx, { ...paymentEvent, entries: buildPaymentEntries({ client_id, invoice_id }, received) })
    return { excess_minor: 0, return_minor, payment_id: cause_id }
  }
  await insertEntries(tx, {
    ...paymentEvent,
    entries: buildCardPaymentEntries({ client_id, invoice_id }, { amount_minor, open_minor }),
  })
  const excess_minor = Math.max(0, amount_minor - Math.max(0, open_minor))
  if (excess_minor > 0)
    await insertPayment(tx, { ...buildPaymentRow(posting), kind: 'refund', amount_minor: excess_minor })
  return { excess_minor, return_minor: return_minor + excess_minor, payment_id: cause_id }
}

type RefundPart = { amount_minor: number; key: string }

/** Posts that a refund, which is already in the books, has reached the card. */
async function recordCardReturn(tx: Tx, { payment, event, invoice }: CardPosting, { amount_minor, key }: RefundPart) {
  const returnEvent = { kind: 'deposit_returned' as const, cause_id: payment.id, event_key: `card_returned:${key}` }
  const entries = buildReturnEntries(
    { client_id: payment.client_id, invoice_id: invoice?.invoice_id ?? null },
    amount_minor,
  )
  await insertEntries(tx, { ...event, ...returnEvent, entries })
}

/** Posts a refund that is not in the books yet: one by the rules of the booking, or from the provider's dashboard. */
async function recordNewRefund(tx: Tx, posting: CardPosting, { amount_minor, key }: RefundPart) {
  const { payment, invoice, event } = posting
  const { client_id, booking_id } = payment
  const cause_id = await insertPayment(tx, { ...buildPaymentRow(posting), kind: 'refund', amount_minor })
  const clearing = { account: 'card_clearing' as const, amount_minor }
  const entries = invoice
    ? buildRefundEntries({ client_id, invoice_id: invoice.invoice_id }, clearing)
    : reverseEntries(buildDepositEntries({ client_id, booking_id }, clearing))
  const kind = invoice ? 'payment_refunded' : 'deposit_returned'
  await insertEntries(tx, { ...event, kind, cause_id, event_key: `${kind}:${key}`, entries })
}
