import { fail } from '@studiohub/contract/errors.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { type PaidPlan, type PaidSubscription, type PaymentEvent, type Payments, paidPlans } from './payments.ts'
import { callStripe, ignoreRejection, NAME_MAX, openStripe, verifyEvent, type WebhookRequest } from './stripe-client.ts'

/** Enough for a studio's current subscription and all former ones. */
const SUBSCRIPTIONS_MAX = 100

type Settings = NonNullable<Config['stripe']>

/** Payments through Stripe. The configuration sets the prices, so a caller cannot choose one. */
export function createStripePayments({ secretKey, webhookSecret, prices, apiUrl }: Settings): Payments {
  const stripe = openStripe({ secretKey, apiUrl })
  return {
    async createCustomer({ studio_id, name, email }) {
      const idempotencyKey = `customer-${studio_id}`
      const customer = { name, email, metadata: { studio_id } }
      return (await callStripe(stripe.customers.create(customer, { idempotencyKey }))).id
    },
    async createCheckout({ customer, plan, studio_id, return_url, key }) {
      const metadata = { studio_id }
      const session = await callStripe(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer,
            client_reference_id: studio_id,
            metadata,
            line_items: [{ price: prices[plan], quantity: 1 }],
            subscription_data: { metadata },
            success_url: return_url,
            cancel_url: return_url,
          },
          { idempotencyKey: key },
        ),
      )
      return { id: session.id, url: session.url ?? return_url }
    },
    // Stripe rejects the call if the purchase was paid or has expired. Then there is nothing to do.
    expireCheckout: (id) => ignoreRejection(stripe.checkout.sessions.expire(id)),
    createPortal: (customer, return_url) => callStripe(stripe.billingPortal.sessions.create({ customer, return_url })),
    async listSubscriptions(customer) {
      const list = { customer, status: 'all', limit: SUBSCRIPTIONS_MAX } as const
      const { data } = await callStripe(stripe.subscriptions.list(list))
      return data.flatMap((subscription) => toPaidSubscription(subscription, prices))
    },
    async changePlan({ id, item_id }, plan) {
      const items = [{ id: item_id, price: prices[plan] }]
      await callStripe(stripe.subscriptions.update(id, { items, proration_behavior: 'create_prorations' }))
    },
    async setCancelled(id, cancelled) {
      await callStripe(stripe.subscriptions.update(id, { cancel_at_period_end: cancelled }))
    },
    readEvent: (body, signature, now) => readEvent(stripe, { body, signature, secret: webhookSecret, now }),
  }
}

const states: Partial<Record<Stripe.Subscription.Status, PaidSubscription['state']>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'suspended',
  paused: 'suspended',
  canceled: 'ended',
}

const instant = (seconds: number) => new Date(seconds * 1000)

// A subscription that was never paid does not count.
function toPaidSubscription(subscription: Stripe.Subscription, prices: Record<PaidPlan, string>): PaidSubscription[] {
  const { id, status, cancel_at_period_end, cancel_at, created, items } = subscription
  const state = states[status]
  const item = items.data[0]
  if (!state || !item) return []
  return [
    {
      id,
      item_id: item.id,
      state,
      created: instant(created),
      plan: paidPlans.find((plan) => prices[plan] === item.price.id) ?? null,
      // Stripe's own pages cancel at a date; we cancel at the end of the period.
      cancel_at_period_end: cancel_at_period_end || cancel_at !== null,
      period_start: instant(item.current_period_start),
      period_end: instant(item.current_period_end),
    },
  ]
}

// Only the fields that we read, because Stripe adds others at any time.
const Event = z.object({
  id: z.string().min(1).max(NAME_MAX),
  type: z.string().min(1).max(NAME_MAX),
  created: z.uint32(),
  data: z.object({ object: z.object({ customer: z.unknown().optional() }) }),
})

function readEvent(stripe: Stripe, request: WebhookRequest): PaymentEvent | null {
  const { id, type, created, data } = Event.safeParse(verifyEvent(stripe, request)).data ?? fail('BAD_REQUEST')
  const { customer } = data.object
  if (!/^(customer\.subscription|checkout\.session|invoice)\./.test(type) || typeof customer !== 'string') return null
  return { id, type, customer, happened_at: instant(created) }
}
