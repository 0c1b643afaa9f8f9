import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem, type Caller } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { buildReturnUrl, getSubscriptionProvider } from '#platform/payments/open.ts'
import { type PaidPlan, type Payments, paidPlans } from '#platform/payments/payments.ts'
import type { SubscriptionRow } from '../queries.ts'
import { readStudioOfEvent, syncPayments } from './jobs.ts'
import * as queries from './queries.ts'

// Never call the provider in a transaction. The callers of these functions must have checked the actor's rights.

const RETURN_PATH = '/studio/settings?tab=plan'

/** The person who changes the plan, and the current time. */
export type PaymentCall = { caller: Caller; actor: Actor & { user_id: string }; now: Date }

const NO_PROVIDER = 'This platform takes no payments. Please choose the plan directly.'

const requirePayments = (): Payments =>
  getSubscriptionProvider() ?? fail('INVALID_TRANSITION', { message: NO_PROVIDER })
const isPaidPlan = (tier: Tier): tier is PaidPlan => paidPlans.some((plan) => plan === tier)

/**
 * Starts the purchase of a plan. A second call on the same day returns the same payment page. A call for another plan closes
 * the first page, so a studio cannot pay twice.
 */
export async function createCheckout(row: SubscriptionRow, tier: Tier, { caller, actor, now }: PaymentCall) {
  const payments = requirePayments()
  if (!isPaidPlan(tier)) fail('PLAN_NOT_SELECTABLE')
  const customer = await findOrCreateCustomer(payments, row, actor.user_id)
  const { studio_id, version, stripe_checkout_id } = row
  const key = `checkout-${studio_id}-${tier}-${version}-${now.toISOString().slice(0, 10)}`
  const checkout = await payments.createCheckout({
    customer,
    plan: tier,
    studio_id,
    key,
    return_url: buildReturnUrl(RETURN_PATH),
  })
  if (stripe_checkout_id !== checkout.id) {
    if (stripe_checkout_id !== null) await payments.expireCheckout(stripe_checkout_id)
    await asSystem(async (tx) => {
      await queries.storeCheckout(tx, studio_id, checkout.id)
      await insertAuditEntry(tx, {
        actor_id: actor.user_id,
        session_id: actor.session_id,
        request_id: caller.request_id,
        action: 'subscriptions.createCheckout',
        studio_id,
        object_type: 'subscription',
        object_id: studio_id,
        after: { tier },
      })
    })
  }
  return { url: checkout.url }
}

/** Returns the studio's customer id at the provider. Creates the customer if there is none. */
async function findOrCreateCustomer(payments: Payments, row: SubscriptionRow, user_id: string): Promise<string> {
  if (row.stripe_customer_id !== null) return row.stripe_customer_id
  const { studio_id } = row
  const buyer = (await asSystem((tx) => queries.getBuyer(tx, studio_id, user_id))) ?? fail('NOT_FOUND')
  const { name, contact_email, email } = buyer
  const customer = await payments.createCustomer({ studio_id, name, email: contact_email ?? email })
  return (await asSystem((tx) => queries.storeCustomer(tx, studio_id, customer))) ?? fail('NOT_FOUND')
}

/** Creates a link to the provider's page on which the studio sees its invoices and changes its card. */
export async function createPortal({ stripe_customer_id }: SubscriptionRow): Promise<{ url: string }> {
  const payments = requirePayments()
  if (stripe_customer_id === null) fail('INVALID_TRANSITION', { message: 'There are no invoices yet.' })
  const { url } = await payments.createPortal(stripe_customer_id, buildReturnUrl(RETURN_PATH))
  return { url }
}

/** A change of a plan that the studio pays at the provider: another plan, or whether it ends with the paid period. */
export type PaidPlanChange = { tier: Tier } | { cancelled: boolean }

/** Changes a plan at the provider, then updates our row from the provider's state. */
export async function changePaidPlan(
  row: SubscriptionRow,
  change: PaidPlanChange,
  { caller, actor, now }: PaymentCall,
) {
  const payments = requirePayments()
  const { studio_id, stripe_subscription_id: id, stripe_customer_id: customer } = row
  if (id === null || customer === null) fail('INVALID_TRANSITION')
  if ('cancelled' in change) await payments.setCancelled(id, change.cancelled)
  else {
    const subscription = (await payments.listSubscriptions(customer)).find((candidate) => candidate.id === id)
    if (!subscription || !isPaidPlan(change.tier)) fail('PLAN_NOT_SELECTABLE')
    await payments.changePlan(subscription, change.tier)
  }
  const author = { actor_id: actor.user_id, session_id: actor.session_id, request_id: caller.request_id }
  await syncPayments(studio_id, now, author)
}

/**
 * Stores a webhook call of the provider, and queues a job that reads the studio's subscriptions from the provider. Ignores
 * repeated calls and unknown customers.
 */
export async function receiveEvent(body: Buffer, signature: string | undefined, now: Date): Promise<void> {
  const payments = getSubscriptionProvider() ?? fail('NOT_FOUND')
  const event = payments.readEvent(body, signature, now)
  if (!event) return
  await asSystem(async (tx) => {
    const studio_id = await queries.getStudioOfCustomer(tx, event.customer)
    if (!studio_id) return
    if (await queries.insertEvent(tx, event, { studio_id, now })) await enqueue(tx, readStudioOfEvent, { studio_id })
  })
}
