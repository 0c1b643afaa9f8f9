import type Stripe from 'stripe'
import type { CardFacts } from './cards.ts'
import { fromStripe } from './stripe-books.ts'

/** The state of the payment on a page. */
export function readCardFacts(session: Stripe.Checkout.Session, currency: string): CardFacts {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  return factsOfIntent(intent, currency, readPageState(session.status))
}

/** The state of a payment. @param currency ISO 4217 */
export function factsOfIntent(
  intent: Stripe.PaymentIntent | null,
  currency: string,
  page: CardFacts['page'],
): CardFacts {
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transaction = charge && typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
  const isSameCurrency = transaction?.currency === currency.toLowerCase()
  const capture_before = charge?.payment_method_details?.card?.capture_before
  return {
    page,
    intent_id: intent?.id ?? null,
    money: moneyOf(intent),
    paid_minor: fromStripe(intent?.amount_received ?? 0, currency),
    refunded_minor: fromStripe(charge?.amount_refunded ?? 0, currency),
    fee_minor: transaction && isSameCurrency ? fromStripe(transaction.fee, currency) : null,
    capture_before: capture_before ? new Date(capture_before * 1000) : null,
  }
}

/** The state of a page. */
export function readPageState(status: Stripe.Checkout.Session['status']): CardFacts['page'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function moneyOf(intent: Stripe.PaymentIntent | null): CardFacts['money'] {
  if (intent?.status === 'succeeded') return 'paid'
  if (intent?.status === 'requires_capture') return 'authorized'
  return intent?.status === 'canceled' ? 'released' : 'none'
}
