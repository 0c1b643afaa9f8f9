import { fail } from '@studiohub/contract/errors.ts'
import { minorDigits } from '@studiohub/contract/shared/money.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { CardFacts, CardMoney, CardReport, Cards } from './cards.ts'
import { callStripe, ignoreRefusal, NAME_MAX, openStripe, verifyReport, type WebhookRequest } from './stripe-client.ts'

type Settings = NonNullable<Config['cards']>

/** Studios are paid on accounts of their own, so every call about money names the account (direct charges). */
export function stripeCards({ secretKey, webhookSecret, apiUrl }: Settings): Cards {
  const stripe = openStripe({ secretKey, apiUrl })
  /** A call about a payment, made once however often it is repeated. */
  const about = (step: string, { payment_id, account }: Pick<CardMoney, 'payment_id' | 'account'>) => ({
    stripeAccount: account,
    idempotencyKey: `${step}-${payment_id}`,
  })
  return {
    async createAccount({ studio_id, name, email, country }) {
      const account = {
        ...(country && { country }),
        email,
        business_profile: { name },
        metadata: { studio_id },
        // The studio has Stripe's own dashboard, pays the fees and bears its losses.
        controller: {
          fees: { payer: 'account' as const },
          losses: { payments: 'stripe' as const },
          requirement_collection: 'stripe' as const,
          stripe_dashboard: { type: 'full' as const },
        },
      }
      return (await callStripe(stripe.accounts.create(account, { idempotencyKey: `account-${studio_id}` }))).id
    },
    createAccountLink: (account, return_url) =>
      callStripe(
        stripe.accountLinks.create({ account, type: 'account_onboarding', refresh_url: return_url, return_url }),
      ),
    async getAccount(id) {
      const account = await callStripe(stripe.accounts.retrieve(id))
      return {
        id,
        takes_cards: account.charges_enabled ?? false,
        pays_out: account.payouts_enabled ?? false,
        is_submitted: account.details_submitted ?? false,
        problem: account.requirements?.disabled_reason ?? null,
      }
    },
    async createCheckout(purchase) {
      const { payment_id, return_url, email, expires_at } = purchase
      const metadata = { payment_id }
      const session = await callStripe(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: payment_id,
            metadata,
            ...(email && { customer_email: email }),
            line_items: [lineOf(purchase)],
            // Cards are paid at once and can be captured later. Other ways to pay take days, and the time is held for minutes.
            allowed_payment_method_types: ['card'],
            payment_intent_data: {
              metadata,
              capture_method: purchase.is_authorized_first ? 'manual' : 'automatic',
            },
            expires_at: Math.ceil(expires_at.getTime() / 1000),
            success_url: return_url,
            cancel_url: return_url,
          },
          about('checkout', purchase),
        ),
      )
      return { id: session.id, url: session.url ?? return_url }
    },
    expireCheckout: (checkout) =>
      ignoreRefusal(stripe.checkout.sessions.expire(checkout.checkout_id, {}, about('expire', checkout))),
    async getPayment({ account, checkout_id, currency }) {
      const expand = ['payment_intent.latest_charge.balance_transaction']
      const session = await callStripe(
        stripe.checkout.sessions.retrieve(checkout_id, { expand }, { stripeAccount: account }),
      )
      return factsOf(session, currency)
    },
    capture: (money) => ignoreRefusal(stripe.paymentIntents.capture(money.intent_id, {}, about('capture', money))),
    release: (money) => ignoreRefusal(stripe.paymentIntents.cancel(money.intent_id, {}, about('release', money))),
    // Without enough money on the account a refund is refused: it is tried again later.
    refund: ({ amount_minor, currency, before_minor, ...money }) =>
      ignoreRefusal(
        stripe.refunds.create(
          { payment_intent: money.intent_id, amount: toStripe(amount_minor, currency) },
          about(`refund-${before_minor}`, money),
        ),
        'charge_already_refunded',
      ),
    readReport: (body, signature, now) => readReport(stripe, { body, signature, secret: webhookSecret, now }),
  }
}

const lineOf = ({ amount_minor, currency, description }: Parameters<Cards['createCheckout']>[0]) => ({
  quantity: 1,
  price_data: {
    currency: currency.toLowerCase(),
    unit_amount: toStripe(amount_minor, currency),
    product_data: { name: description },
  },
})

// Stripe counts these in hundredths although they have no smaller unit.
const inHundredths = new Set(['ISK', 'UGX'])
const factorOf = (currency: string) => (inHundredths.has(currency) && minorDigits(currency) === 0 ? 100 : 1)
const toStripe = (amount_minor: number, currency: string) => amount_minor * factorOf(currency)

function factsOf(session: Stripe.Checkout.Session, currency: string): CardFacts {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const fromStripe = (amount: number) => Math.round(amount / factorOf(currency))
  const transaction = charge && typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
  const isSameCurrency = transaction?.currency === currency.toLowerCase()
  const capture_before = charge?.payment_method_details?.card?.capture_before
  return {
    page: pageOf(session.status),
    intent_id: intent?.id ?? null,
    money: moneyOf(intent),
    paid_minor: fromStripe(intent?.amount_received ?? 0),
    refunded_minor: fromStripe(charge?.amount_refunded ?? 0),
    fee_minor: transaction && isSameCurrency ? fromStripe(transaction.fee) : null,
    capture_before: capture_before ? new Date(capture_before * 1000) : null,
  }
}

function pageOf(status: Stripe.Checkout.Session['status']): CardFacts['page'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function moneyOf(intent: Stripe.PaymentIntent | null): CardFacts['money'] {
  if (intent?.status === 'succeeded') return 'paid'
  if (intent?.status === 'requires_capture') return 'authorized'
  return intent?.status === 'canceled' ? 'released' : 'none'
}

// Only the fields that we read: Stripe adds others at any time.
const name = z.string().min(1).max(NAME_MAX)
const Event = z.object({
  id: name,
  type: name,
  account: name.optional(),
  created: z.uint32(),
  data: z.object({
    object: z.object({
      id: z.string().max(NAME_MAX).optional(),
      payment_intent: z.unknown().optional(),
      metadata: z
        .object({ payment_id: z.uuid().optional().catch(undefined) })
        .nullish()
        .catch(null),
    }),
  }),
})

function readReport(stripe: Stripe, request: WebhookRequest): CardReport | null {
  const { id, type, account, created, data } =
    Event.safeParse(verifyReport(stripe, request)).data ?? fail('BAD_REQUEST')
  if (!account) return null
  const { id: object_id, payment_intent, metadata } = data.object
  const object_ids = [object_id, payment_intent].filter((one) => typeof one === 'string')
  return {
    id,
    type,
    account,
    happened_at: new Date(created * 1000),
    payment_id: metadata?.payment_id ?? null,
    object_ids,
  }
}
