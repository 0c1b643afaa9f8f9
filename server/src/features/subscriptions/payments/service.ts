import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem, type Caller } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { returnAddress, thePayments } from '#platform/payments/open.ts'
import { type PaidPlan, type Payments, paidPlans } from '#platform/payments/payments.ts'
import type { SubscriptionRow } from '../queries.ts'
import { readPayments, readReported } from './jobs.ts'
import * as queries from './queries.ts'

// Nothing here holds a transaction while it talks to the provider. Anyone who calls has asked whether the actor may.

const RETURN_TO = '/studio/settings?tab=plan'

/** Somebody who runs the studio, and when. */
export type Buyer = { caller: Caller; actor: Actor & { user_id: string }; now: Date }

const noProvider = 'Plans are not paid for here. Please choose the plan directly.'

const inUse = (): Payments => thePayments() ?? fail('INVALID_TRANSITION', { message: noProvider })
const isPaidPlan = (tier: Tier): tier is PaidPlan => paidPlans.some((plan) => plan === tier)

/**
 * Begins to buy a plan. Asked again, by anybody of the studio, it answers the same purchase; another plan takes its place,
 * so that two open pages are never both paid.
 */
export async function createCheckout(row: SubscriptionRow, tier: Tier, { caller, actor, now }: Buyer) {
  const payments = inUse()
  if (!isPaidPlan(tier)) return fail('PLAN_NOT_SELECTABLE')
  const customer = await customerOf(payments, row, actor.user_id)
  const { studio_id, version, stripe_checkout_id } = row
  const key = `checkout-${studio_id}-${tier}-${version}-${now.toISOString().slice(0, 10)}`
  const checkout = await payments.createCheckout({
    customer,
    plan: tier,
    studio_id,
    key,
    return_url: returnAddress(RETURN_TO),
  })
  if (stripe_checkout_id !== checkout.id) {
    if (stripe_checkout_id !== null) await payments.expireCheckout(stripe_checkout_id)
    await asSystem(async (tx) => {
      await queries.keepCheckout(tx, studio_id, checkout.id)
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

/** The customer that the studio is at the provider, made once: the studio comes from us, never from a body. */
async function customerOf(payments: Payments, row: SubscriptionRow, user_id: string): Promise<string> {
  if (row.stripe_customer_id !== null) return row.stripe_customer_id
  const { studio_id } = row
  const buyer = (await asSystem((tx) => queries.getBuyer(tx, studio_id, user_id))) ?? fail('NOT_FOUND')
  const { name, contact_email, email } = buyer
  const customer = await payments.createCustomer({ studio_id, name, email: contact_email ?? email })
  return (await asSystem((tx) => queries.keepCustomer(tx, studio_id, customer))) ?? fail('NOT_FOUND')
}

/** The provider's page with invoices and cards. */
export async function createPortal({ stripe_customer_id }: SubscriptionRow): Promise<{ url: string }> {
  const payments = inUse()
  if (stripe_customer_id === null) fail('INVALID_TRANSITION', { message: 'There are no invoices yet.' })
  const { url } = await payments.createPortal(stripe_customer_id, returnAddress(RETURN_TO))
  return { url }
}

/** What can be done to a plan that the provider takes money for. */
export type PaidChange = { tier: Tier } | { cancelled: boolean }

/** Has the provider change what a studio pays for, then reads it there: our row follows the provider's word. */
export async function changePaid(row: SubscriptionRow, change: PaidChange, { caller, actor, now }: Buyer) {
  const payments = inUse()
  const { studio_id, stripe_subscription_id: id, stripe_customer_id: customer } = row
  if (id === null || customer === null) return fail('INVALID_TRANSITION')
  if ('cancelled' in change) await payments.setCancelled(id, change.cancelled)
  else {
    const paid = (await payments.listSubscriptions(customer)).find((subscription) => subscription.id === id)
    if (!paid || !isPaidPlan(change.tier)) return fail('PLAN_NOT_SELECTABLE')
    await payments.changePlan(paid, change.tier)
  }
  const by = { actor_id: actor.user_id, session_id: actor.session_id, request_id: caller.request_id }
  await readPayments(studio_id, now, by)
}

/** Takes a report in: noted once and read later, or forgotten where it concerns no studio of ours. */
export async function receiveReport(body: Buffer, signature: string | undefined, now: Date): Promise<void> {
  const payments = thePayments() ?? fail('NOT_FOUND')
  const report = payments.readReport(body, signature, now)
  if (!report) return
  await asSystem(async (tx) => {
    const studio_id = await queries.getStudioOfCustomer(tx, report.customer)
    if (!studio_id) return
    if (await queries.insertReport(tx, report, { studio_id, now })) await enqueue(tx, readReported, { studio_id })
  })
}
