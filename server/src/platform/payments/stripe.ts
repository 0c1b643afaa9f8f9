import { fail } from '@studiohub/contract/errors.ts'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { type PaidPlan, type PaidSubscription, type PaymentReport, type Payments, paidPlans } from './payments.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 2
const SIGNED_WITHIN_SECONDS = 300
// As many characters as the table keeps.
const NAME_MAX = 255
/** A studio has one, and those that ended before it. */
const SUBSCRIPTIONS_READ = 100

type Settings = NonNullable<Config['stripe']>

/** Stripe takes the money. Prices are those of the configuration, so nobody outside can name one. */
export function stripePayments({ secretKey, webhookSecret, prices, apiUrl }: Settings): Payments {
  const stripe = new Stripe(secretKey, { ...addressOf(apiUrl), timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES })
  return {
    async createCustomer({ studio_id, name, email }) {
      const idempotencyKey = `customer-${studio_id}`
      const customer = { name, email, metadata: { studio_id } }
      return (await reached(stripe.customers.create(customer, { idempotencyKey }))).id
    },
    async createCheckout({ customer, plan, studio_id, return_url, key }) {
      const metadata = { studio_id }
      const session = await reached(
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
    async expireCheckout(id) {
      try {
        await reached(stripe.checkout.sessions.expire(id))
      } catch (error) {
        // It was paid, or has expired by itself: there is nothing left to prevent.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },
    createPortal: (customer, return_url) => reached(stripe.billingPortal.sessions.create({ customer, return_url })),
    async listSubscriptions(customer) {
      const list = { customer, status: 'all', limit: SUBSCRIPTIONS_READ } as const
      const { data } = await reached(stripe.subscriptions.list(list))
      return data.flatMap((subscription) => inOurWords(subscription, prices))
    },
    async changePlan({ id, item_id }, plan) {
      const items = [{ id: item_id, price: prices[plan] }]
      await reached(stripe.subscriptions.update(id, { items, proration_behavior: 'create_prorations' }))
    },
    async setCancelled(id, cancelled) {
      await reached(stripe.subscriptions.update(id, { cancel_at_period_end: cancelled }))
    },
    readReport: (body, signature, now) => readReport(stripe, { body, signature, secret: webhookSecret, now }),
  }
}

function addressOf(url: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url)
  return {
    host: hostname,
    ...(protocol === 'http:' ? { protocol: 'http', port } : { protocol: 'https', port: port || '443' }),
  }
}

// Whatever Stripe has against a request of ours is a fault of ours; that it cannot be reached is nobody's.
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const away = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind)
    return away ? fail('PAYMENTS_UNAVAILABLE') : Promise.reject(error)
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

// What was begun and never paid is not there yet, or will never be.
function inOurWords(subscription: Stripe.Subscription, prices: Record<PaidPlan, string>): PaidSubscription[] {
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
      // Stripe's own pages cancel by a date where ours say so by the period.
      cancel_at_period_end: cancel_at_period_end || cancel_at !== null,
      period_start: instant(item.current_period_start),
      period_end: instant(item.current_period_end),
    },
  ]
}

type Received = { body: Buffer; signature: string | undefined; secret: string; now: Date }

// Only what is read of it: Stripe adds fields as it likes.
const Event = z.object({
  id: z.string().min(1).max(NAME_MAX),
  type: z.string().min(1).max(NAME_MAX),
  created: z.uint32(),
  data: z.object({ object: z.object({ customer: z.unknown().optional() }) }),
})

function readReport(stripe: Stripe, { body, signature, secret, now }: Received): PaymentReport | null {
  refuseFutureSignature(signature, now)
  const said = verified(() =>
    stripe.webhooks.constructEvent(body, signature ?? '', secret, SIGNED_WITHIN_SECONDS, undefined, now.getTime()),
  )
  const { id, type, created, data } = Event.safeParse(said).data ?? fail('BAD_REQUEST')
  const { customer } = data.object
  if (!/^(customer\.subscription|checkout\.session|invoice)\./.test(type) || typeof customer !== 'string') return null
  return { id, type, customer, happened_at: instant(created) }
}

// The library refuses old signatures only. One from the future could be kept and sent later.
function refuseFutureSignature(signature: string | undefined, now: Date) {
  const signed_at = Number(/(?:^|,)\s*t=(\d+)/.exec(signature ?? '')?.[1] ?? 0)
  if (signed_at > now.getTime() / 1000 + SIGNED_WITHIN_SECONDS) fail('BAD_SIGNATURE')
}

function verified(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) fail('BAD_SIGNATURE')
    // Signed, yet no event: nothing that we could read again.
    return fail('BAD_REQUEST')
  }
}
