import { nextInvoiceStep } from '@studiohub/contract/features/payments/invoices/rules.ts'
import { nextPaymentStep, type PaymentStep } from '@studiohub/contract/features/payments/rules.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueInvoiceEmail } from '#features/emails/invoices/jobs.ts'
import { getSettings } from '#features/invoices/settings/queries.ts'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import type { CardFacts, CardPaymentProvider } from '#platform/payments/cards.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { acceptPayment } from './acceptance-jobs.ts'
import { lockBooking } from './booking-queries.ts'
import { getDisputed } from './books/dispute-queries.ts'
import { settleCredit } from './credit-jobs.ts'
import { listBookingsWithUnreturnedCredit } from './credit-queries.ts'
import { getOpenMinor, listUnsettledInvoicePayments } from './invoices/queries.ts'
import { recordCardMoney } from './ledger-queries.ts'
import * as queries from './queries.ts'
import { readCharge } from './saved-cards/charge-jobs.ts'

// Three rounds are enough: a capture, a refund, and one after a change in between. The fourth finds nothing to do.
const ROUNDS_MAX = 4

/**
 * Brings a payment in line with its booking: reads its state from the provider, stores it and takes the next step, until no step
 * is left. Events, the client's return and a job every ten minutes call it, so it may run at any time and in parallel
 * with itself.
 */
export async function settleWithProvider(card_payment_id: string, now: Date): Promise<void> {
  const cardProvider = getCardProvider()
  if (!cardProvider) return
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const reading = await asSystem((tx) => queries.startReading(tx, card_payment_id, now))
    if (!reading || isImported(reading)) return
    const facts = await readFacts(cardProvider, reading)
    const step = await asSystem((tx) => applyFacts(tx, { reading, facts, now }))
    if (!step || step.kind === 'none') return
    await takeStep(cardProvider, { reading, facts, step })
  }
}

type StartedReading = NonNullable<Awaited<ReturnType<typeof queries.startReading>>>

// The provider does not know our id of an imported payment. We never change its state; refunds are made at the provider.
const isImported = ({ checkout_id, saved_card_id, state }: StartedReading) =>
  checkout_id === null && saved_card_id === null && state !== 'open'

// Without a stored URL, the page was never shown, so the client cannot have paid there.
const unshownPage: CardFacts = {
  page: 'open',
  intent_id: null,
  money: 'none',
  paid_minor: 0,
  refunded_minor: 0,
  fee_minor: null,
  capture_before: null,
}

function readFacts(cardProvider: CardPaymentProvider, reading: StartedReading): Promise<CardFacts> {
  const { account_id: account, checkout_id, saved_card_id, currency } = reading
  if (saved_card_id !== null) return readCharge(cardProvider, { ...reading, saved_card_id })
  return checkout_id === null
    ? Promise.resolve(unshownPage)
    : cardProvider.getPayment({ account, checkout_id, currency })
}

function toPaymentState({ money, page, paid_minor, refunded_minor }: CardFacts): queries.CardPaymentRow['state'] {
  if (money === 'paid') return refunded_minor >= paid_minor ? 'refunded' : 'paid'
  if (money !== 'none') return money
  return page === 'expired' ? 'expired' : 'open'
}

const hasMoney = (state: queries.CardPaymentRow['state']) => state === 'authorized' || state === 'paid'

type PaymentReading = { reading: StartedReading; facts: CardFacts; now: Date }

/** Stores the result of a reading. @returns the next step, or null if a newer reading replaced this one */
async function applyFacts(tx: Tx, { reading, facts, now }: PaymentReading): Promise<PaymentStep | null> {
  const { id, studio_id } = reading
  await lock(tx, 'studio', studio_id)
  await lock(tx, 'money', studio_id)
  const before = await queries.lockPayment(tx, reading)
  if (!before) return null
  const state = toPaymentState(facts)
  const { booking_id, client_id } = before
  const readBooking = () => (booking_id === null ? Promise.resolve(undefined) : lockBooking(tx, booking_id))
  const bookingBefore = await readBooking()
  if (bookingBefore && hasMoney(state) && !hasMoney(before.state))
    await acceptPayment(tx, bookingBefore, { payment: before, now })
  const { ledgerFields, paid_invoice_id } = await recordCardMoney(tx, { payment: before, facts, now })
  // Read again: accepting the payment and posting the money changed it.
  const booking = await readBooking()
  const { intent_id, paid_minor, refunded_minor } = facts
  const money = {
    ...facts,
    ...ledgerFields,
    state,
    disputed_minor: await getDisputed(tx, id),
    capture_before: facts.capture_before?.toISOString() ?? null,
  }
  const step =
    before.invoice_id === null
      ? nextPaymentStep(money, booking ?? null, now)
      : nextInvoiceStep({ ...before, ...money }, await getOpenMinor(tx, before.invoice_id), now)
  await queries.savePayment(tx, {
    id,
    intent_id,
    state,
    paid_minor,
    refunded_minor,
    fee_minor: before.fee_minor ?? facts.fee_minor,
    ...ledgerFields,
    // Null makes `queueUnreportedPayments` find the payment as long as a step is left.
    booking_version: step.kind === 'none' ? (booking?.version ?? 0) : null,
  })
  if (state !== before.state || refunded_minor !== before.refunded_minor) {
    await recordChange(tx, { before, state, facts })
    if (booking_id) publish(tx, { studio_id, topic: 'bookings', id: booking_id, client_id })
    const invoice_id = before.invoice_id ?? paid_invoice_id
    if (invoice_id) publish(tx, { studio_id, topic: 'invoices', id: invoice_id, client_id })
  }
  if (paid_invoice_id && ledgerFields.payment_id) {
    await queueReceipt(
      tx,
      { studio_id, client_id, invoice_id: paid_invoice_id, payment_id: ledgerFields.payment_id },
      now,
    )
  }
  return step
}

type Receipt = { studio_id: string; client_id: string | null; invoice_id: string; payment_id: string }

async function queueReceipt(tx: Tx, { client_id, ...receipt }: Receipt, now: Date) {
  const { sends_receipts } = await getSettings(tx, receipt.studio_id)
  if (client_id === null || !sends_receipts) return
  await queueInvoiceEmail(tx, { ...receipt, client_id, kind: 'receipt', created_at: now.toISOString() }, now)
}

type PaymentChange = { before: queries.CardPaymentRow; state: queries.CardPaymentRow['state']; facts: CardFacts }

const recordChange = (tx: Tx, { before, state, facts: { paid_minor, refunded_minor } }: PaymentChange) =>
  insertSystemAuditEntry(tx, {
    studio_id: before.studio_id,
    action: 'payments.settle',
    object_type: 'card_payment',
    object_id: before.id,
    before: { state: before.state },
    after: { state, paid_minor, refunded_minor, booking_id: before.booking_id, invoice_id: before.invoice_id },
  })

async function takeStep(
  cardProvider: CardPaymentProvider,
  { reading, facts, step }: { reading: StartedReading; facts: CardFacts; step: PaymentStep },
) {
  const { id: card_payment_id, account_id: account, checkout_id, currency } = reading
  const { intent_id, refunded_minor: before_minor } = facts
  if (step.kind === 'expire') {
    if (checkout_id !== null) return cardProvider.expireCheckout({ payment_id: card_payment_id, account, checkout_id })
    return asSystem((tx) => queries.expireUnshownPayment(tx, card_payment_id))
  }
  if (intent_id === null) return
  const money = { payment_id: card_payment_id, account, intent_id }
  if (step.kind === 'capture') await cardProvider.capture(money)
  if (step.kind === 'release') await cardProvider.release(money)
  if (step.kind === 'refund')
    await cardProvider.refund({ ...money, currency, amount_minor: step.amount_minor, before_minor })
}

export const settlePayment = defineJob('payments.settle', {
  payload: z.object({ payment_id: Id }),
  run: ({ payment_id: card_payment_id }, { now }) => settleWithProvider(card_payment_id, now),
})

/** Settles the payments and the credit of a booking that has changed. */
export const settleBooking = defineJob('payments.settle-booking', {
  payload: z.object({ booking_id: Id }),
  async run({ booking_id }, { now }) {
    await asSystem((tx) => settleCredit(tx, booking_id, now))
    for (const id of await asSystem((tx) => queries.listUnsettledPayments(tx, booking_id)))
      await settleWithProvider(id, now)
  },
})

/**
 * Ends the open page of an invoice whose open amount has changed, and makes the card refunds that admins have requested.
 */
export const settleInvoicePayments = defineJob('payments.settle-invoice', {
  payload: z.object({ invoice_id: Id }),
  async run({ invoice_id }, { now }) {
    for (const id of await asSystem((tx) => listUnsettledInvoicePayments(tx, invoice_id)))
      await settleWithProvider(id, now)
  },
})

const SETTLEMENTS_PER_RUN = 200

/** Queues the settlement of payments for which no event came. */
const queueUnreportedPayments = defineJob('payments.settle-unreported', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!getCardProvider()) return
      for (const card_payment_id of await queries.listPaymentsWithoutEvent(tx, now, SETTLEMENTS_PER_RUN))
        await enqueue(tx, settlePayment, { payment_id: card_payment_id })
    }),
})

/** Queues the settlement of bookings that still have credit and ended without a job, such as expired requests. */
const queueUnreturnedCredits = defineJob('payments.settle-credits', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      for (const booking_id of await listBookingsWithUnreturnedCredit(tx, now, SETTLEMENTS_PER_RUN))
        await enqueue(tx, settleBooking, { booking_id })
    }),
})

export const settlementJobs = [
  settlePayment,
  settleBooking,
  queueUnreportedPayments,
  settleInvoicePayments,
  queueUnreturnedCredits,
]
