import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canReadSubscription, canUpdateSubscription } from '@studiohub/contract/features/subscriptions/policy.ts'
import {
  canChoose,
  coversRooms,
  firstPeriod,
  runs,
  takesBookings,
  tierInForce,
} from '@studiohub/contract/features/subscriptions/rules.ts'
import type { PlanChange, Subscription, Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import type { z } from 'zod'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { thePayments } from '#platform/payments/open.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import * as payments from './payments/service.ts'
import type { SubscriptionRow, SubscriptionUpdate } from './queries.ts'
import * as queries from './queries.ts'

type Runner = Actor & { user_id: string; session_id: string }
type PlanCall = { caller: Caller; studio_id: string; now: Date }
type Usage = NonNullable<Awaited<ReturnType<typeof queries.getUsage>>>
type Opened = { actor: Runner; row: SubscriptionRow; usage: Usage }

const PLANS_OFF = 'This platform has no plans.'

/** @throws Refusal NOT_FOUND where the operator has switched plans off */
function requirePlans() {
  if (!arePlansOn()) fail('NOT_FOUND', { message: PLANS_OFF })
}

/** A studio's plan with what of it is used, for those who run the studio. */
export function getSubscription({ caller, studio_id, now }: PlanCall): Promise<Subscription> {
  requirePlans()
  return asActor(caller, async (tx, actor) => {
    authorize(canReadSubscription(requireRole(actor), studio_id))
    return present(await read(tx, actor, { studio_id, now }), now)
  })
}

/** Another plan: at once where plans are agreed on, by the provider where this one is paid for (safety T35). */
export async function updateSubscription(
  { tier, version }: z.output<typeof PlanChange>,
  asked: PlanCall,
): Promise<Subscription> {
  const opened = await change(asked, async (tx, opened) => {
    const { row, actor, usage } = opened
    checkChoice(tier, row, { actor, usage })
    if (version !== undefined && version !== row.version) fail('STALE_VERSION')
    if (row.provider === 'stripe') return null
    authorize(thePayments() === null || actor.role === 'super_admin', 'PAYMENT_REQUIRED_FIRST')
    // Anyone who changes the plan in the middle of its month keeps that month.
    const period = row.status === 'active' ? { tier } : firstPeriod(tier, asked.now)
    const begun = { ...period, past_due_since: null, cancel_at_period_end: false, told: null }
    return write(tx, opened, { action: 'subscriptions.update', update: begun, asked })
  })
  return opened.written ?? changePaid(opened, { tier }, asked)
}

/** Ends the plan with its period; a trial then ends without a word about paying. */
export const cancelSubscription = (asked: PlanCall) => setCancelled(asked, true)

/** Takes a cancellation back while the period still runs. */
export const resumeSubscription = (asked: PlanCall) => setCancelled(asked, false)

async function setCancelled(asked: PlanCall, cancelled: boolean): Promise<Subscription> {
  const opened = await change(asked, async (tx, opened) => {
    const { row } = opened
    const may = runs(row.status) && row.cancel_at_period_end !== cancelled && takesBookings(row, asked.now)
    if (!may) fail('INVALID_TRANSITION', { message: cancelled ? NOTHING_TO_CANCEL : NOTHING_TO_RESUME })
    if (row.provider === 'stripe') return null
    const action = cancelled ? 'subscriptions.cancel' : 'subscriptions.resume'
    return write(tx, opened, { action, update: { cancel_at_period_end: cancelled }, asked })
  })
  return opened.written ?? changePaid(opened, { cancelled }, asked)
}
const NOTHING_TO_CANCEL = 'There is no running plan to cancel.'
const NOTHING_TO_RESUME = 'There is no cancellation to take back. Please choose a plan.'

/** Begins to buy a plan on the provider's page; a plan that is being paid for is changed instead. */
export async function createCheckout(tier: Tier, asked: PlanCall) {
  const { actor, row } = await open(asked, ({ actor, row, usage }) => {
    checkChoice(tier, row, { actor, usage })
    if (row.provider === 'stripe')
      fail('INVALID_TRANSITION', { message: 'This plan is paid for. Please change it instead.' })
  })
  return payments.createCheckout(row, tier, { ...asked, actor })
}

export async function createPortal(asked: PlanCall) {
  const { row } = await open(asked, () => {})
  return payments.createPortal(row)
}

// A trial is had once, and what is agreed on by talking is the operator's to give; more rooms than a plan covers are
// closed first, since a plan's limits hold without exceptions.
function checkChoice(tier: Tier, row: SubscriptionRow, { actor, usage }: Omit<Opened, 'row'>) {
  authorize(canChoose(plans[tier]) || (actor.role === 'super_admin' && tier === 'enterprise'), 'PLAN_NOT_SELECTABLE')
  if (row.tier === tier && row.status === 'active' && !row.cancel_at_period_end) {
    fail('INVALID_TRANSITION', { message: 'This is the plan that the studio has.' })
  }
  if (coversRooms(tier, usage.rooms)) return
  const { name, rooms } = plans[tier]
  fail('PLAN_LIMIT_REACHED', {
    message: `The ${name} plan covers ${rooms} active rooms, and ${usage.rooms} are in use. Deactivate some first.`,
    details: { rooms },
  })
}

async function read(tx: Tx, actor: Actor, { studio_id, now }: Pick<PlanCall, 'studio_id' | 'now'>): Promise<Opened> {
  const row = (await queries.getSubscription(tx, studio_id)) ?? fail('NOT_FOUND')
  const usage = (await queries.getUsage(tx, studio_id, now)) ?? fail('NOT_FOUND')
  return { actor: requireRole(actor), row, usage }
}

/** Reads a plan for a person who may change it. */
function open(asked: PlanCall, check: (opened: Opened) => void): Promise<Opened> {
  requirePlans()
  return asActor(asked.caller, async (tx, actor) => {
    authorize(canUpdateSubscription(requireRole(actor), asked.studio_id))
    const opened = await read(tx, actor, asked)
    check(opened)
    return opened
  })
}

/** Opens a plan under the studio's lock, so that bookings and other changes wait. */
function change(asked: PlanCall, work: (tx: Tx, opened: Opened) => Promise<Subscription | null>) {
  requirePlans()
  return asActor(asked.caller, async (tx, actor) => {
    authorize(canUpdateSubscription(requireRole(actor), asked.studio_id))
    await lock(tx, 'studio', asked.studio_id)
    const opened = await read(tx, actor, asked)
    return { ...opened, written: await work(tx, opened) }
  })
}

/** Nobody's request may write a subscription: what was decided is written in the rights of jobs. */
async function write(
  tx: Tx,
  { actor, row, usage }: Opened,
  { action, update, asked }: { action: string; update: SubscriptionUpdate; asked: PlanCall },
): Promise<Subscription> {
  const { caller, now } = asked
  await actAs(tx, 'system')
  const after =
    (await queries.updateSubscription(tx, row, { ...update, updated_at: now.toISOString() })) ?? fail('STALE_VERSION')
  const by = { actor_id: actor.user_id, session_id: actor.session_id, request_id: caller.request_id }
  await queries.recordSubscription(tx, { by, action, before: row, after })
  return present({ row: after, usage }, now)
}

async function changePaid({ actor, row }: Opened, what: payments.PaidChange, asked: PlanCall) {
  await payments.changePaid(row, what, { ...asked, actor })
  return getSubscription(asked)
}

function present({ row, usage }: Pick<Opened, 'row' | 'usage'>, now: Date): Subscription {
  const { stripe_customer_id, stripe_subscription_id, stripe_checkout_id, ...rest } = row
  const plan = plans[tierInForce(row)]
  const provider = thePayments()
  return {
    ...rest,
    takes_bookings: takesBookings(row, now),
    payments: provider ? 'stripe' : 'manual',
    has_portal: provider !== null && stripe_customer_id !== null,
    bookings: { used: usage.bookings, limit: plan.bookings_per_month, month: usage.month },
    rooms: { used: usage.rooms, limit: plan.rooms },
  }
}
