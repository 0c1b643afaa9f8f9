import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import { isChargeable } from '@studiohub/contract/features/payments/invoices/rules.ts'
import { canChargeFee } from '@studiohub/contract/features/payments/policy.ts'
import type { ChargedFee, FeeToCharge } from '@studiohub/contract/features/payments/saved-cards/schema.ts'
import { isCharged } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { getBooking } from '#features/bookings/queries.ts'
import { createInvoice } from '#features/invoices/create-invoice.ts'
import { sendInvoice } from '#features/invoices/emails/send-invoice.ts'
import { issueInvoice } from '#features/invoices/issue-invoice.ts'
import { getSessionMoney } from '#features/invoices/sessions/queries.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { getOpenMinor, getOrCreateInvoicePayment } from '../invoices/queries.ts'
import { settleWithProvider } from '../settlement-jobs.ts'
import * as queries from './queries.ts'

// Later rounds wait, because a page may still be ending, or an event may be settling the charge.
const ROUNDS_MAX = 6
const WAIT_MS = 150
const DECLINED_WITHOUT_EMAIL =
  'The bank declined the card, and this client has no email address for a link to pay. Add one to the client first.'
const FEE_WITH_OTHER_AMOUNTS = 'This fee is on an invoice with other amounts. Send the invoice instead.'

/** A session with a fee that the caller may charge. @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
async function requireFee(tx: Tx, actor: Actor, id: string) {
  const { user_id } = requireRole(actor)
  const booking = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
  const { studio_id, client_id, currency, fee } = booking
  authorize(canChargeFee(actor, studio_id))
  if (!isCharged(fee) || client_id === null || currency === null) {
    fail('INVALID_TRANSITION', { message: 'This booking has no fee to charge.' })
  }
  return { studio_id, client_id, currency, author: { actor_id: user_id, session_id: actor.session_id } }
}

/** The unpaid part of a fee, and the saved card that can pay it. 0 if the fee is on an invoice with other amounts. */
export const getFeeToCharge = (caller: Caller, id: string): Promise<FeeToCharge> =>
  asActor(caller, async (tx, actor) => {
    const { studio_id, client_id, currency } = await requireFee(tx, actor, id)
    const money = await getSessionMoney(tx, id)
    const invoiceOfFee = await queries.getInvoiceOfFee(tx, id)
    const hasOtherAmounts = invoiceOfFee !== undefined && !invoiceOfFee.is_only_fee
    const card = getCardProvider() ? await queries.getSavedCard(tx, { studio_id, client_id }) : undefined
    return {
      amount_minor: hasOtherAmounts ? 0 : (money?.owed_minor ?? 0),
      currency,
      card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    }
  })

/**
 * Charges the fee of a cancelled or missed session: puts it on an invoice and charges the client's saved card. If there is no
 * card, the amount is too small for one, or the bank declines or wants the client to confirm, emails the invoice with its pay
 * link.
 */
export async function createFeeCharge(caller: Caller, id: string, now: Date): Promise<ChargedFee> {
  const fee = await asActor(caller, (tx, actor) => requireFee(tx, actor, id))
  const invoice_id = await requireInvoiceOfFee(caller, { ...fee, id }, now)
  if ((await asSystem((tx) => getOpenMinor(tx, invoice_id))) <= 0) return { outcome: 'settled', invoice_id }
  const cardOutcome = await chargeCard({ ...fee, invoice_id, now })
  const needsLink = cardOutcome === 'declined' || cardOutcome === 'not_charged'
  const emailError = needsLink ? await trySendLink(caller, invoice_id, now) : null
  const is_link_sent = needsLink && emailError === null
  // The charge must be on the audit log even if the email failed, for example because the client has no address.
  await asSystem((tx) =>
    insertAuditEntry(tx, {
      ...fee.author,
      request_id: caller.request_id,
      studio_id: fee.studio_id,
      action: 'payments.chargeFee',
      object_type: 'booking',
      object_id: id,
      after: { invoice_id, outcome: cardOutcome, is_link_sent },
    }),
  )
  if (emailError !== null) failWithoutLink(cardOutcome, emailError)
  return { outcome: cardOutcome === 'not_charged' ? 'link_sent' : cardOutcome, invoice_id }
}

/** Emails the invoice with its pay link. @returns the error if that fails, or null */
async function trySendLink(caller: Caller, invoice_id: string, now: Date): Promise<unknown> {
  try {
    await sendInvoice(caller, { id: invoice_id }, now)
    return null
  } catch (error) {
    return error
  }
}

function failWithoutLink(cardOutcome: CardOutcome, error: unknown): never {
  if (cardOutcome === 'declined' && error instanceof AppError && error.code === 'NO_EMAIL_ADDRESS')
    fail('NO_EMAIL_ADDRESS', { message: DECLINED_WITHOUT_EMAIL })
  throw error
}

type Fee = Awaited<ReturnType<typeof requireFee>>

/**
 * The issued invoice of a fee, created if there is none. The client has agreed to charges of fees only.
 * @throws AppError INVALID_TRANSITION if the fee is on a draft, or on an invoice with other amounts
 */
async function requireInvoiceOfFee(caller: Caller, { id, studio_id, client_id }: Fee & { id: string }, now: Date) {
  const invoiceOfFee = await asSystem((tx) => queries.getInvoiceOfFee(tx, id))
  if (invoiceOfFee?.is_issued && !invoiceOfFee.is_only_fee)
    fail('INVALID_TRANSITION', { message: FEE_WITH_OTHER_AMOUNTS })
  if (invoiceOfFee?.is_issued) return invoiceOfFee.invoice_id
  if (invoiceOfFee) fail('INVALID_TRANSITION', { message: 'This fee is on a draft. Issue the invoice first.' })
  const input = { studio_id, client_id, booking_ids: [id], lines: [], note: '', due_on: null }
  const draft = await createInvoice(caller, input, now)
  return (await issueInvoice(caller, { id: draft.id }, now)).id
}

type CardOutcome = 'charged' | 'waiting' | 'declined' | 'not_charged'

/**
 * Charges the open amount of an invoice to the client's saved card. In each round it takes the invoice's open payment, or a new
 * one with the card, and settles it. If the open payment is a page, the page must end first, and a later round charges the card.
 * @returns `not_charged` if there is no card to charge, or the amount is too small; `waiting` if a job charges the card later
 * @throws AppError PAYMENTS_UNAVAILABLE if the last round settles nothing
 */
async function chargeCard({
  studio_id,
  client_id,
  invoice_id,
  now,
}: Fee & { invoice_id: string; now: Date }): Promise<CardOutcome> {
  const cardProvider = getCardProvider()
  const card = cardProvider && (await asSystem((tx) => queries.getCardToCharge(tx, { studio_id, client_id })))
  if (!cardProvider || !card) return 'not_charged'
  let attempted_id: string | null = null
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const openedCharge: OpenedCharge = await asSystem((tx) => openCharge(tx, { invoice_id, card, now, attempted_id }))
    if ('outcome' in openedCharge) return openedCharge.outcome
    const { row } = openedCharge
    if (row.saved_card_id !== null) attempted_id = row.id
    else if (row.checkout_id !== null) {
      // The client may have this page open and pay the same amount there, so it must end first.
      await cardProvider.expireCheckout({ payment_id: row.id, account: row.account_id, checkout_id: row.checkout_id })
    }
    if (round > 0) await setTimeout(round * WAIT_MS)
    if (!(await trySettle(row, now))) return 'waiting'
  }
  fail('PAYMENTS_UNAVAILABLE')
}

/** Settles a payment. @returns false if the provider does not answer. Then a job charges the card later */
async function trySettle(row: { id: string; saved_card_id: string | null }, now: Date): Promise<boolean> {
  try {
    await settleWithProvider(row.id, now)
    return true
  } catch (error) {
    if (row.saved_card_id === null || !(error instanceof AppError) || error.code !== 'PAYMENTS_UNAVAILABLE') throw error
    return false
  }
}

type FeeChargeInput = {
  invoice_id: string
  card: NonNullable<Awaited<ReturnType<typeof queries.getCardToCharge>>>
  now: Date
  /** The earlier payment that was attempted with this card, or null. */
  attempted_id: string | null
}
type OpenedCharge =
  | { outcome: 'charged' | 'declined' | 'not_charged' }
  | { row: NonNullable<Awaited<ReturnType<typeof getOrCreateInvoicePayment>>['row']> }

/** The open payment of an invoice, or a new one with this card. Returns the outcome instead if nothing is left to charge. */
async function openCharge(tx: Tx, { invoice_id, card, now, attempted_id }: FeeChargeInput): Promise<OpenedCharge> {
  const invoice = (await queries.getInvoiceOwner(tx, invoice_id)) ?? fail('NOT_FOUND')
  await lock(tx, 'money', invoice.studio_id)
  const amount_minor = await getOpenMinor(tx, invoice_id)
  if (amount_minor <= 0) return { outcome: 'charged' }
  if (!isChargeable(amount_minor, invoice.currency)) return { outcome: 'not_charged' }
  if (attempted_id !== null && (await queries.isPaymentExpired(tx, attempted_id))) return { outcome: 'declined' }
  const { row } = await getOrCreateInvoicePayment(tx, {
    ...invoice,
    id: randomUUID(),
    invoice_id,
    account_id: card.account_id,
    amount_minor,
    saved_card_id: card.id,
    created_at: now.toISOString(),
  })
  if (!row) throw new Error('the payment was not written')
  return { row }
}
