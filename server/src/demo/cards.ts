import { randomUUID } from 'node:crypto'
import {
  buildDisputeEntries,
  buildPayoutEntries,
  buildProcessorFeeEntries,
  type LedgerEntry,
} from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { LedgerKind } from '@studiohub/contract/features/invoices/ledger/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { insertEntries } from '../features/invoices/ledger/queries.ts'
import { recordCardMoney } from '../features/payments/ledger-queries.ts'
import { savePayment } from '../features/payments/queries.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getCardProvider } from '../platform/payments/open.ts'
import type { Call } from './calls.ts'

const CURRENCY = 'EUR'
const DISPUTE_FEE = 2_000
/** Half of a mastering session. */
const DEPOSIT = 12_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
/** The provider's fee for a payment: 1.5 % and 25 cents. */
const feeOf = (amount_minor: number) => Math.round(amount_minor * 0.015) + 25

type CardDemo = { call: Call; studio_id: string; client_ids: readonly string[] }
type DemoPayment = {
  booking_id: string
  client_id: string | null
  amount_minor: number
  days_ago: number
  refunded_minor?: number
}

/**
 * Creates card payments: a paid invoice, a deposit, an authorized deposit, a refund, two disputes, two payouts, a difference and
 * a sale outside StudioHub. The demo has no account at Stripe, so this inserts the rows that Stripe's reports would create, and
 * none that would offer a payment.
 */
export async function writeCards({ call, studio_id, client_ids }: CardDemo) {
  const [cleo = '', ben = ''] = client_ids
  const pay = (payment: DemoPayment) => asSystem((tx) => payByCard(tx, studio_id, payment))
  const [[invoicedSession, disputedSession], [wonSession], [upcoming], [cancelled], [request]] = await asSystem(
    async (tx) => [
      await listSessions(tx, { studio_id, client_id: ben, status: 'completed' }),
      await listSessions(tx, { studio_id, client_id: cleo, status: 'completed' }),
      await listSessions(tx, { studio_id, client_id: cleo, status: 'confirmed' }),
      await listSessions(tx, { studio_id, client_id: ben, status: 'cancelled' }),
      await listSessions(tx, { studio_id, client_id: ben, status: 'pending', with_deposit: true }),
    ],
  )
  if (invoicedSession) {
    const { id: booking_id, price_minor: amount_minor } = invoicedSession
    await pay({ booking_id, client_id: ben, amount_minor, days_ago: 12 })
    const { id } = await call(`/api/v1/studios/${studio_id}/invoices`, { client_id: ben, booking_ids: [booking_id] })
    await call(`/api/v1/invoices/${id}/issue`, {})
  }
  const deposit =
    upcoming && (await pay({ booking_id: upcoming.id, client_id: cleo, amount_minor: DEPOSIT, days_ago: 2 }))
  if (request && getCardProvider() === null)
    await asSystem((tx) => authorizeDeposit(tx, studio_id, { ...request, client_id: ben }))
  if (cancelled)
    await pay({ booking_id: cancelled.id, client_id: ben, amount_minor: 4_000, days_ago: 6, refunded_minor: 4_000 })
  if (wonSession)
    await createDispute(
      studio_id,
      { booking_id: wonSession.id, client_id: cleo, amount_minor: 8_000, days_ago: 40 },
      'won',
    )
  if (disputedSession) {
    const { id: booking_id, price_minor: amount_minor } = disputedSession
    await createDispute(studio_id, { booking_id, client_id: ben, amount_minor, days_ago: 9 }, 'needs_response')
  }
  await asSystem(async (tx) => {
    await createPayout(tx, studio_id, { amount_minor: 7_500, days_ago: 30, state: 'paid' })
    await createPayout(tx, studio_id, { amount_minor: 12_000, days_ago: 1, state: 'on_its_way' })
    if (deposit) await writeComparison(tx, studio_id, deposit)
  })
}

type SessionFilter = {
  studio_id: string
  client_id: string
  status: 'pending' | 'completed' | 'confirmed' | 'cancelled'
  with_deposit?: boolean
}

/** Lists sessions of a client that are on no invoice, newest first. */
async function listSessions(tx: Tx, { studio_id, client_id, status, with_deposit = false }: SessionFilter) {
  const rows = await tx
    .selectFrom('bookings')
    .select(['id', 'price_minor'])
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('status', '=', status)
    .$if(with_deposit, (sessions) => sessions.where('deposit_minor', 'is not', null))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoice_lines').select('id').whereRef('invoice_lines.booking_id', '=', 'bookings.id'))),
    )
    .orderBy('booking_date', 'desc')
    .execute()
  return rows.map(({ id, price_minor }) => ({ id, price_minor: price_minor ?? 10_000 }))
}

/** Creates a deposit that is authorized on a client's card, until the studio answers their request. */
const authorizeDeposit = (tx: Tx, studio_id: string, { id, client_id }: { id: string; client_id: string }) =>
  tx
    .insertInto('card_payments')
    .values({
      id: randomUUID(),
      studio_id,
      client_id,
      booking_id: id,
      invoice_id: null,
      account_id: 'demo',
      amount_minor: DEPOSIT,
      currency: CURRENCY,
      is_authorized_first: true,
      state: 'authorized',
      created_at: daysAgo(0.1).toISOString(),
    })
    .execute()

/** Creates a payment by card, with its ledger entries. @returns the payment's id */
async function payByCard(
  tx: Tx,
  studio_id: string,
  { amount_minor, days_ago, ...fields }: DemoPayment,
): Promise<string> {
  const { booking_id, client_id, refunded_minor = 0 } = fields
  const id = randomUUID()
  const at = daysAgo(days_ago)
  const payment = {
    id,
    studio_id,
    client_id,
    booking_id,
    invoice_id: null,
    account_id: 'demo',
    amount_minor,
    currency: CURRENCY,
    is_authorized_first: false,
    created_at: at.toISOString(),
  }
  await tx.insertInto('card_payments').values(payment).execute()
  const facts = {
    page: 'complete' as const,
    intent_id: `demo_${id}`,
    money: 'paid' as const,
    paid_minor: amount_minor,
    refunded_minor,
    fee_minor: feeOf(amount_minor),
    capture_before: null,
  }
  const newPayment = {
    checkout_id: null,
    checkout_url: null,
    intent_id: null,
    state: 'open' as const,
    paid_minor: 0,
    refunded_minor: 0,
    fee_minor: null,
    excess_minor: 0,
    return_minor: 0,
    payment_id: null,
    saved_card_id: null,
  }
  const { ledgerFields } = await recordCardMoney(tx, { payment: { ...payment, ...newPayment }, facts, now: at })
  const { version } = await tx
    .selectFrom('bookings')
    .select('version')
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  await savePayment(tx, {
    id,
    intent_id: facts.intent_id,
    paid_minor: amount_minor,
    refunded_minor,
    fee_minor: facts.fee_minor,
    ...ledgerFields,
    state: refunded_minor === amount_minor ? 'refunded' : 'paid',
    booking_version: version,
  })
  return id
}

/** Creates a payment that the client disputed four days later. */
const createDispute = (
  studio_id: string,
  payment: DemoPayment & { client_id: string },
  state: 'won' | 'needs_response',
) =>
  asSystem(async (tx) => {
    const payment_id = await payByCard(tx, studio_id, payment)
    const { booking_id, client_id, amount_minor } = payment
    const openedAt = daysAgo(payment.days_ago - 4)
    const id = `demo_${randomUUID()}`
    await tx
      .insertInto('card_disputes')
      .values({
        id,
        studio_id,
        payment_id,
        state,
        amount_minor,
        currency: CURRENCY,
        opened_at: openedAt.toISOString(),
        reason: state === 'won' ? 'duplicate' : 'product_not_received',
        respond_by: daysAgo(-6).toISOString(),
        withdrawn_minor: state === 'won' ? 0 : amount_minor,
        evidence_url: 'https://dashboard.stripe.com/disputes',
      })
      .execute()
    const postDisputeEvent = (kind: LedgerKind, entries: LedgerEntry[], at: Date) =>
      postEvent(tx, studio_id, { kind, key: `${kind}:card:${payment_id}:${id}`, cause_id: payment_id, entries, at })
    const payer = { client_id, booking_id }
    await postDisputeEvent('dispute_opened', buildDisputeEntries(payer, amount_minor), openedAt)
    if (state === 'won')
      await postDisputeEvent('dispute_ended', buildDisputeEntries(payer, -amount_minor), daysAgo(payment.days_ago - 20))
    else await postDisputeEvent('processor_fee', buildProcessorFeeEntries(DISPUTE_FEE), openedAt)
  })

type DemoEvent = { kind: LedgerKind; key: string; cause_id: string; entries: LedgerEntry[]; at: Date }

const postEvent = (tx: Tx, studio_id: string, { kind, key, cause_id, entries, at }: DemoEvent) =>
  insertEntries(tx, {
    studio_id,
    kind,
    cause_id,
    event_key: key,
    currency: CURRENCY,
    entries,
    occurred_on: at.toISOString().slice(0, 10),
    recorded_at: at.toISOString(),
  })

type DemoPayout = { amount_minor: number; days_ago: number; state: 'paid' | 'on_its_way' }

async function createPayout(tx: Tx, studio_id: string, { amount_minor, days_ago, state }: DemoPayout) {
  const id = `demo_${randomUUID()}`
  const at = daysAgo(days_ago)
  const arrives_on = daysAgo(days_ago - 2)
    .toISOString()
    .slice(0, 10)
  await tx
    .insertInto('card_payouts')
    .values({
      id,
      studio_id,
      state,
      amount_minor,
      currency: CURRENCY,
      arrives_on,
      posted_minor: amount_minor,
      created_at: at.toISOString(),
    })
    .execute()
  const entries = buildPayoutEntries(amount_minor)
  await postEvent(tx, studio_id, { kind: 'payout', key: `payout:${id}:1`, cause_id: randomUUID(), entries, at })
}

/** Creates the comparison of last night, which found a difference and a sale outside StudioHub. */
async function writeComparison(tx: Tx, studio_id: string, payment_id: string) {
  const compared_at = daysAgo(0.5).toISOString()
  await tx.insertInto('card_comparisons').values({ studio_id, compared_at, differences: 1 }).execute()
  await tx
    .insertInto('card_differences')
    .values({
      studio_id,
      subject: `payment:${payment_id}`,
      payment_id,
      currency: CURRENCY,
      kind: 'payment',
      books_minor: DEPOSIT - feeOf(DEPOSIT),
      provider_minor: DEPOSIT - 500 - feeOf(DEPOSIT),
      happened_at: daysAgo(1.5).toISOString(),
      found_at: compared_at,
    })
    .execute()
  await tx
    .insertInto('card_movements')
    .values({
      id: `demo_${randomUUID()}`,
      studio_id,
      account_id: 'demo',
      kind: 'other',
      currency: CURRENCY,
      amount_minor: 2_500,
      fee_minor: feeOf(2_500),
      happened_at: daysAgo(1.5).toISOString(),
    })
    .execute()
}
