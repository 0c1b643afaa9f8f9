import { fail } from '@studiohub/contract/errors.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import { sha256 } from '../auth/secrets.ts'
import type { Config } from '../config/config.ts'
import type { CardMoney, CardReport, Cards } from './cards.ts'
import { disputeOf, movementOf, payoutOf, toStripe } from './stripe-books.ts'
import {
  brandingOf,
  callStripe,
  ignoreRefusal,
  NAME_MAX,
  openStripe,
  verifyReport,
  type WebhookRequest,
} from './stripe-client.ts'
import { factsOf } from './stripe-facts.ts'
import { savedCardCalls } from './stripe-saved-cards.ts'

const PAGE_ROWS = 100

/** Of a hash in a key for repeats. */
const KEY_CHARACTERS = 12

type Settings = NonNullable<Config['cards']>

/** Studios are paid to accounts of their own, so every call about money names the account (direct charges). */
export function stripeCards({ secretKey, webhookSecret, apiUrl }: Settings): Cards {
  const stripe = openStripe({ secretKey, apiUrl })
  /** The options of a call about a payment, with a key that makes repeats harmless. */
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
        // The studio uses Stripe's own dashboard, pays the fees and is liable for losses.
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
            branding_settings: brandingOf(purchase.brand),
            line_items: [lineOf(purchase)],
            // Cards are paid at once and can be captured later. Other methods take days, but the time is reserved for
            // minutes only.
            allowed_payment_method_types: ['card'],
            payment_intent_data: {
              metadata,
              capture_method: purchase.is_authorized_first ? 'manual' : 'automatic',
            },
            expires_at: Math.ceil(expires_at.getTime() / 1000),
            success_url: return_url,
            cancel_url: return_url,
          },
          // A client and somebody with the link return to different pages, and Stripe refuses a key with other parameters.
          about(`checkout-${sha256(return_url).slice(0, KEY_CHARACTERS)}`, purchase),
        ),
      )
      return { id: session.id, url: session.url ?? return_url }
    },
    expireCheckout: (checkout) =>
      ignoreRefusal(
        stripe.checkout.sessions.expire(checkout.checkout_id, {}, about(`expire-${checkout.checkout_id}`, checkout)),
      ),
    async getPayment({ account, checkout_id, currency }) {
      const expand = ['payment_intent.latest_charge.balance_transaction']
      const session = await callStripe(
        stripe.checkout.sessions.retrieve(checkout_id, { expand }, { stripeAccount: account }),
      )
      return factsOf(session, currency)
    },
    ...savedCardCalls(stripe),
    capture: (money) => ignoreRefusal(stripe.paymentIntents.capture(money.intent_id, {}, about('capture', money))),
    release: (money) => ignoreRefusal(stripe.paymentIntents.cancel(money.intent_id, {}, about('release', money))),
    // Without enough money on the account a refund is rejected, and tried again later.
    refund: ({ amount_minor, currency, before_minor, ...money }) =>
      ignoreRefusal(
        stripe.refunds.create(
          { payment_intent: money.intent_id, amount: toStripe(amount_minor, currency) },
          about(`refund-${before_minor}`, money),
        ),
        'charge_already_refunded',
      ),
    async getDispute({ account, dispute_id }) {
      return disputeOf(await callStripe(stripe.disputes.retrieve(dispute_id, {}, { stripeAccount: account })), account)
    },
    async getPayout({ account, payout_id }) {
      return payoutOf(await callStripe(stripe.payouts.retrieve(payout_id, {}, { stripeAccount: account })))
    },
    async listMovements({ account, since, after }) {
      const query = {
        limit: PAGE_ROWS,
        expand: ['data.source'],
        ...(since && { created: { gte: Math.floor(since.getTime() / 1000) } }),
        ...(after && { starting_after: after }),
      }
      const { data, has_more } = await callStripe(stripe.balanceTransactions.list(query, { stripeAccount: account }))
      return { items: data.map(movementOf), next: has_more ? (data.at(-1)?.id ?? null) : null }
    },
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

// Only the fields that we read, because Stripe adds others at any time.
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
