import { fail } from '@studiohub/contract/errors.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import { sha256 } from '../auth/secrets.ts'
import type { Config } from '../config/config.ts'
import type { CardEvent, CardMoney, CardPaymentProvider } from './cards.ts'
import { toCardDispute, toCardMovement, toCardPayout, toStripe } from './stripe-books.ts'
import {
  callStripe,
  ignoreRejection,
  NAME_MAX,
  openStripe,
  toStripeBranding,
  verifyEvent,
  type WebhookRequest,
} from './stripe-client.ts'
import { readCardFacts } from './stripe-facts.ts'
import { savedCardCalls } from './stripe-saved-cards.ts'

const PAGE_ROWS = 100

/** The length of the hash in an idempotency key. */
const KEY_CHARACTERS = 12

type Settings = NonNullable<Config['cards']>

/** Each studio gets payments on its own account, so every call about money names that account (direct charges). */
export function createStripeCards({ secretKey, webhookSecret, apiUrl }: Settings): CardPaymentProvider {
  const stripe = openStripe({ secretKey, apiUrl })
  /** The options of a call about a payment, with an idempotency key. */
  const optionsOf = (step: string, { payment_id, account }: Pick<CardMoney, 'payment_id' | 'account'>) => ({
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
            branding_settings: toStripeBranding(purchase.brand),
            line_items: [lineOf(purchase)],
            // Card payments arrive at once and can be captured later. Other methods take days, but the time is reserved for only
            // some minutes.
            allowed_payment_method_types: ['card'],
            payment_intent_data: {
              metadata,
              capture_method: purchase.is_authorized_first ? 'manual' : 'automatic',
            },
            expires_at: Math.ceil(expires_at.getTime() / 1000),
            success_url: return_url,
            cancel_url: return_url,
          },
          // A client and a person with the link return to different pages, and Stripe rejects a known key with other parameters.
          optionsOf(`checkout-${sha256(return_url).slice(0, KEY_CHARACTERS)}`, purchase),
        ),
      )
      return { id: session.id, url: session.url ?? return_url }
    },
    expireCheckout: (checkout) =>
      ignoreRejection(
        stripe.checkout.sessions.expire(
          checkout.checkout_id,
          {},
          optionsOf(`expire-${checkout.checkout_id}`, checkout),
        ),
      ),
    async getPayment({ account, checkout_id, currency }) {
      const expand = ['payment_intent.latest_charge.balance_transaction']
      const session = await callStripe(
        stripe.checkout.sessions.retrieve(checkout_id, { expand }, { stripeAccount: account }),
      )
      return readCardFacts(session, currency)
    },
    ...savedCardCalls(stripe),
    capture: (money) =>
      ignoreRejection(stripe.paymentIntents.capture(money.intent_id, {}, optionsOf('capture', money))),
    release: (money) => ignoreRejection(stripe.paymentIntents.cancel(money.intent_id, {}, optionsOf('release', money))),
    // If the account has not enough money, Stripe rejects the refund, and it is tried again later.
    refund: ({ amount_minor, currency, before_minor, ...money }) =>
      ignoreRejection(
        stripe.refunds.create(
          { payment_intent: money.intent_id, amount: toStripe(amount_minor, currency) },
          optionsOf(`refund-${before_minor}`, money),
        ),
        'charge_already_refunded',
      ),
    async getDispute({ account, dispute_id }) {
      return toCardDispute(
        await callStripe(stripe.disputes.retrieve(dispute_id, {}, { stripeAccount: account })),
        account,
      )
    },
    async getPayout({ account, payout_id }) {
      return toCardPayout(await callStripe(stripe.payouts.retrieve(payout_id, {}, { stripeAccount: account })))
    },
    async listMovements({ account, since, after }) {
      const query = {
        limit: PAGE_ROWS,
        expand: ['data.source'],
        ...(since && { created: { gte: Math.floor(since.getTime() / 1000) } }),
        ...(after && { starting_after: after }),
      }
      const { data, has_more } = await callStripe(stripe.balanceTransactions.list(query, { stripeAccount: account }))
      return { items: data.map(toCardMovement), next: has_more ? (data.at(-1)?.id ?? null) : null }
    },
    readEvent: (body, signature, now) => readEvent(stripe, { body, signature, secret: webhookSecret, now }),
  }
}

const lineOf = ({ amount_minor, currency, description }: Parameters<CardPaymentProvider['createCheckout']>[0]) => ({
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

function readEvent(stripe: Stripe, request: WebhookRequest): CardEvent | null {
  const { id, type, account, created, data } = Event.safeParse(verifyEvent(stripe, request)).data ?? fail('BAD_REQUEST')
  if (!account) return null
  const { id: object_id, payment_intent, metadata } = data.object
  const object_ids = [object_id, payment_intent].filter((id) => typeof id === 'string')
  return {
    id,
    type,
    account,
    happened_at: new Date(created * 1000),
    payment_id: metadata?.payment_id ?? null,
    object_ids,
  }
}
