import { isLetGo, nextPaymentStep, type PaymentStep } from '@studiohub/contract/features/payments/rules.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { tellOfBooking } from '#features/emails/bookings/jobs.ts'
import { sendLatePayment } from '#features/emails/payment-jobs.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import type { CardFacts, Cards } from '#platform/payments/cards.ts'
import { theCards } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { endWaiting, isTimeTaken, lockBooking, type PaidBookingRow } from './booking-queries.ts'
import { recordCardMoney } from './ledger-queries.ts'
import * as queries from './queries.ts'

/** A payment has at most three steps: capture, refund, and what changed in between. */
const ROUNDS_MAX = 4

/**
 * Brings a payment in line with its booking: reads what the provider knows, writes it down, and takes the next step until nothing
 * is left to do. It may run at any time and twice at once: a report, the return of the client and the hourly job all end here.
 */
export async function settle(payment_id: string, now: Date): Promise<void> {
  const cards = theCards()
  if (!cards) return
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const reading = await asSystem((tx) => queries.startReading(tx, payment_id, now))
    if (!reading) return
    const facts = await readFacts(cards, reading)
    const step = await asSystem((tx) => applyFacts(tx, { reading, facts, now }))
    if (!step || step.step === 'none') return
    await takeStep(cards, { reading, facts, step })
  }
}

type Reading = NonNullable<Awaited<ReturnType<typeof queries.startReading>>>

// A page whose address was never stored was never shown, so nobody can pay there.
const neverShown: CardFacts = {
  ...{ page: 'open', intent_id: null, money: 'none', paid_minor: 0, refunded_minor: 0, fee_minor: null },
  capture_before: null,
}

const readFacts = (cards: Cards, { account_id: account, checkout_id, currency }: Reading): Promise<CardFacts> =>
  checkout_id === null ? Promise.resolve(neverShown) : cards.getPayment({ account, checkout_id, currency })

function stateOf({ money, page, paid_minor, refunded_minor }: CardFacts): queries.CardPaymentRow['state'] {
  if (money === 'paid') return refunded_minor >= paid_minor ? 'refunded' : 'paid'
  if (money !== 'none') return money
  return page === 'expired' ? 'expired' : 'open'
}

const hasMoney = (state: queries.CardPaymentRow['state']) => state === 'authorized' || state === 'paid'

type Found = { reading: Reading; facts: CardFacts; now: Date }

/** @returns the next step; null if a later reading has started, which knows more */
async function applyFacts(tx: Tx, { reading, facts, now }: Found): Promise<PaymentStep | null> {
  const { id, studio_id } = reading
  await lock(tx, 'studio', studio_id)
  await lock(tx, 'money', studio_id)
  const before = await queries.lockPayment(tx, reading)
  if (!before) return null
  const state = stateOf(facts)
  const { booking_id, client_id } = before
  const read = () => (booking_id === null ? Promise.resolve(undefined) : lockBooking(tx, booking_id))
  const known = await read()
  if (known && hasMoney(state) && !hasMoney(before.state)) await acceptPayment(tx, known, { payment_id: id, now })
  await recordCardMoney(tx, { payment: before, facts, now })
  const booking = await read()
  const { intent_id, paid_minor, refunded_minor, capture_before } = facts
  const money = { state, paid_minor, refunded_minor, capture_before: capture_before?.toISOString() ?? null }
  const step = nextPaymentStep(money, booking ?? null, now)
  await queries.savePayment(tx, {
    ...{ id, intent_id, state, paid_minor, refunded_minor, fee_minor: before.fee_minor ?? facts.fee_minor },
    // While a step is left to do, the job that asks about payments finds it.
    booking_version: step.step === 'none' ? (booking?.version ?? 0) : null,
  })
  if (state !== before.state || refunded_minor !== before.refunded_minor) {
    await recordChange(tx, { before, state, facts })
    if (booking_id) publish(tx, { studio_id, topic: 'bookings', id: booking_id, client_id })
  }
  return step
}

type Change = { before: queries.CardPaymentRow; state: queries.CardPaymentRow['state']; facts: CardFacts }

const recordChange = (tx: Tx, { before, state, facts: { paid_minor, refunded_minor } }: Change) =>
  insertAuditEntry(tx, {
    ...{ actor_id: null, session_id: null, studio_id: before.studio_id, action: 'payments.settle' },
    ...{ object_type: 'card_payment', object_id: before.id },
    before: { state: before.state },
    after: { state, paid_minor, refunded_minor, booking_id: before.booking_id },
  })

/**
 * A session that waited for its payment becomes a request, or is confirmed at once. One that was let go comes back if its time is
 * still free; otherwise the client is told, and the next step gives the money back.
 */
async function acceptPayment(tx: Tx, booking: PaidBookingRow, { payment_id, now }: { payment_id: string; now: Date }) {
  const { id, studio_id, client_id, user_id, status: was } = booking
  const isLate = isLetGo(booking)
  if (!isLate && !(was === 'pending' && booking.pay_by !== null)) return
  if (isLate && (Date.parse(booking.starts_at) <= now.getTime() || (await isTimeTaken(tx, id)))) {
    await enqueue(tx, sendLatePayment, { payment_id })
    return
  }
  const status = booking.confirms_at_once ? 'confirmed' : 'pending'
  const version = await endWaiting(tx, { id, status, now })
  if (version === undefined) return
  await insertAuditEntry(tx, {
    ...{
      actor_id: null,
      session_id: null,
      studio_id,
      action: 'payments.settle',
      object_type: 'booking',
      object_id: id,
    },
    before: { status: was },
    after: { status, is_paid: true },
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  const kind = status === 'confirmed' ? 'booked' : 'requested'
  await enqueue(tx, tellOfBooking, { booking_id: id, kind, version, actor_id: user_id })
}

async function takeStep(
  cards: Cards,
  { reading, facts, step }: { reading: Reading; facts: CardFacts; step: PaymentStep },
) {
  const { id: payment_id, account_id: account, checkout_id, currency } = reading
  const { intent_id, refunded_minor: before_minor } = facts
  if (step.step === 'expire') {
    if (checkout_id !== null) return cards.expireCheckout({ payment_id, account, checkout_id })
    return asSystem((tx) => queries.forgetCheckout(tx, payment_id))
  }
  if (intent_id === null) return
  const money = { payment_id, account, intent_id }
  if (step.step === 'capture') await cards.capture(money)
  if (step.step === 'release') await cards.release(money)
  if (step.step === 'refund') await cards.refund({ ...money, currency, amount_minor: step.amount_minor, before_minor })
}

/** Settles one payment. */
export const settlePayment = defineJob('payments.settle', {
  payload: z.object({ payment_id: Id }),
  run: ({ payment_id }, { now }) => settle(payment_id, now),
})

/** Settles the payments of a booking that has changed. */
export const settleBooking = defineJob('payments.settle-booking', {
  payload: z.object({ booking_id: Id }),
  async run({ booking_id }, { now }) {
    for (const id of await asSystem((tx) => queries.listPaymentsInMotion(tx, booking_id))) await settle(id, now)
  },
})

const PAYMENTS_AT_ONCE = 200

/** Asks about payments of which no report came. */
const settleUnreported = defineJob('payments.settle-unreported', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!theCards()) return
      for (const payment_id of await queries.listUnreported(tx, now, PAYMENTS_AT_ONCE))
        await enqueue(tx, settlePayment, { payment_id })
    }),
})

export const settlementJobs = [settlePayment, settleBooking, settleUnreported]
