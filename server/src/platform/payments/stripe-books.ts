import type { DisputeState, PayoutState } from '@studiohub/contract/features/payments/words.ts'
import { minorDigits } from '@studiohub/contract/shared/money.ts'
import type Stripe from 'stripe'
import type { CardDispute, CardMovement, CardPayout } from './cards.ts'

// These currencies have no smaller unit, but Stripe counts them in hundredths.
const countedInHundredths = new Set(['ISK', 'UGX'])
const factorOf = (currency: string) => (countedInHundredths.has(currency) && minorDigits(currency) === 0 ? 100 : 1)

/** An amount as Stripe counts it. @param currency ISO 4217 */
export const toStripe = (amount_minor: number, currency: string) => amount_minor * factorOf(currency)

/** An amount of Stripe in the smallest unit of its currency. @param currency ISO 4217 */
export const fromStripe = (amount: number, currency: string) => Math.round(amount / factorOf(currency))

const idOf = (object: string | { id: string } | null | undefined) => (typeof object === 'string' ? object : object?.id)

const kindOf = (type: string, intent_id: string | null): CardMovement['kind'] => {
  if (type.startsWith('payout')) return 'payout'
  if (type === 'stripe_fee' || type === 'stripe_fx_fee') return 'fee'
  return intent_id === null ? 'other' : 'payment'
}

/** A balance transaction as a movement. Its source is the payment, payout or dispute. */
export function toCardMovement({ id, amount, fee, type, source, ...rest }: Stripe.BalanceTransaction): CardMovement {
  const currency = rest.currency.toUpperCase()
  const sourceObject = typeof source === 'object' ? source : null
  const intent_id = (sourceObject && 'payment_intent' in sourceObject && idOf(sourceObject.payment_intent)) || null
  return {
    id,
    kind: kindOf(type, intent_id),
    currency,
    intent_id,
    amount_minor: fromStripe(amount, currency),
    fee_minor: fromStripe(fee, currency),
    payout_id: sourceObject?.object === 'payout' ? sourceObject.id : null,
    dispute_id: sourceObject?.object === 'dispute' ? sourceObject.id : null,
    happened_at: new Date(rest.created * 1000),
  }
}

const disputeStates: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

/** @param account the studio's account at Stripe, for the link to its dashboard */
export function toCardDispute(dispute: Stripe.Dispute, account: string): CardDispute {
  const currency = dispute.currency.toUpperCase()
  const intent_id = idOf(dispute.payment_intent) ?? null
  const { due_by } = dispute.evidence_details
  const mode = dispute.livemode ? '' : 'test/'
  return {
    id: dispute.id,
    currency,
    intent_id,
    reason: dispute.reason,
    state: disputeStates[dispute.status] ?? 'under_review',
    amount_minor: fromStripe(dispute.amount, currency),
    respond_by: due_by ? new Date(due_by * 1000) : null,
    // The form for evidence is on the provider's page of the payment.
    evidence_url: `https://dashboard.stripe.com/${account}/${mode}payments/${intent_id ?? idOf(dispute.charge)}`,
    opened_at: new Date(dispute.created * 1000),
    movements: dispute.balance_transactions.map(toCardMovement),
  }
}

const payoutStates: Readonly<Record<string, PayoutState>> = { paid: 'paid', failed: 'failed', canceled: 'failed' }

/** A payout with its amount in minor units. A state that is not final counts as on its way. */
export function toCardPayout({ id, amount, status, arrival_date, created, ...rest }: Stripe.Payout): CardPayout {
  const currency = rest.currency.toUpperCase()
  return {
    id,
    currency,
    state: payoutStates[status] ?? 'on_its_way',
    amount_minor: fromStripe(amount, currency),
    arrives_on: new Date(arrival_date * 1000).toISOString().slice(0, 10),
    created_at: new Date(created * 1000),
  }
}
