import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canReadSubscription, canUpdateSubscription } from '@studiohub/contract/features/subscriptions/policy.ts'
import {
  allowsRooms,
  canChoose,
  firstPeriod,
  getEffectiveTier,
  isPlanRunning,
  takesBookings,
} from '@studiohub/contract/features/subscriptions/rules.ts'
import type { PlanChange, Subscription, Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import type { z } from 'zod'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSubscriptionProvider } from '#platform/payments/open.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { recordSubscription } from './jobs.ts'
import * as payments from './payments/service.ts'
import type { SubscriptionRow, SubscriptionUpdate } from './queries.ts'
import * as queries from './queries.ts'

type PlanManager = Actor & { user_id: string }
type PlanCall = { caller: Caller; studio_id: string; now: Date }
type Usage = NonNullable<Awaited<ReturnType<typeof queries.getUsage>>>
type PlanState = { actor: PlanManager; row: SubscriptionRow; usage: Usage }

const PLANS_OFF = 'This platform has no plans.'
const NOTHING_TO_CANCEL = 'There is no running plan to cancel.'
const NOTHING_TO_RESUME = 'There is no cancellation to withdraw. Please choose a plan.'

/** @throws AppError NOT_FOUND if the operator has switched plans off */
function requirePlans() {
  if (!arePlansOn()) fail('NOT_FOUND', { message: PLANS_OFF })
}

/** A studio's plan and its usage. */
export function getSubscription({ caller, studio_id, now }: PlanCall): Promise<Subscription> {
  requirePlans()
  return asActor(caller, async (tx, actor) => {
    authorize(canReadSubscription(requireRole(actor), studio_id))
    return toSubscription(await readPlan(tx, actor, { studio_id, now }), now)
  })
}

/** Changes the plan. A manual plan changes at once, a paid plan changes at the provider. */
export async function updateSubscription(
  { tier, version }: z.output<typeof PlanChange>,
  call: PlanCall,
): Promise<Subscription> {
  const outcome = await changePlan(call, async (tx, state) => {
    const { row, actor, usage } = state
    requireSelectable(tier, row, { actor, usage })
    if (version !== undefined && version !== row.version) fail('STALE_VERSION')
    if (row.provider === 'stripe') return null
    if (getSubscriptionProvider() !== null && actor.role !== 'super_admin') fail('PAYMENT_REQUIRED_FIRST')
    // The current period of an active plan does not change.
    const newPeriod = row.status === 'active' ? { tier } : firstPeriod(tier, call.now)
    const newPlan = { ...newPeriod, past_due_since: null, cancel_at_period_end: false, announced_event: null }
    return writePlan(tx, state, { action: 'subscriptions.update', update: newPlan, call })
  })
  return outcome.result ?? changePaidPlan(outcome, { tier }, call)
}

/** Cancels the plan at the end of its period. */
export const cancelSubscription = (call: PlanCall) => setCancelled(call, true)

/** Withdraws a cancellation before the period ends. */
export const resumeSubscription = (call: PlanCall) => setCancelled(call, false)

async function setCancelled(call: PlanCall, cancelled: boolean): Promise<Subscription> {
  const outcome = await changePlan(call, async (tx, state) => {
    const { row } = state
    const isAllowed =
      isPlanRunning(row.status) && row.cancel_at_period_end !== cancelled && takesBookings(row, call.now)
    if (!isAllowed) fail('INVALID_TRANSITION', { message: cancelled ? NOTHING_TO_CANCEL : NOTHING_TO_RESUME })
    if (row.provider === 'stripe') return null
    const action = cancelled ? 'subscriptions.cancel' : 'subscriptions.resume'
    return writePlan(tx, state, { action, update: { cancel_at_period_end: cancelled }, call })
  })
  return outcome.result ?? changePaidPlan(outcome, { cancelled }, call)
}

/** Starts the purchase of a plan. A studio that already pays for a plan must change that plan instead. */
export async function createCheckout(tier: Tier, call: PlanCall) {
  const { actor, row } = await requireChangeablePlan(call, ({ actor, row, usage }) => {
    requireSelectable(tier, row, { actor, usage })
    if (row.provider === 'stripe')
      fail('INVALID_TRANSITION', { message: 'This studio already pays for a plan. Please change it instead.' })
  })
  return payments.createCheckout(row, tier, { ...call, actor })
}

export async function createPortal(call: PlanCall) {
  const { row } = await requireChangeablePlan(call)
  return payments.createPortal(row)
}

// A studio cannot have a second trial, and only operators can assign the plan by agreement. Before a change to a smaller plan,
// the rooms beyond its limit must be deactivated.
function requireSelectable(tier: Tier, row: SubscriptionRow, { actor, usage }: Omit<PlanState, 'row'>) {
  if (!canChoose(plans[tier]) && !(actor.role === 'super_admin' && tier === 'enterprise')) fail('PLAN_NOT_SELECTABLE')
  if (row.tier === tier && row.status === 'active' && !row.cancel_at_period_end) {
    fail('INVALID_TRANSITION', { message: 'The studio already has this plan.' })
  }
  if (allowsRooms(tier, usage.rooms)) return
  const { name, rooms } = plans[tier]
  fail('PLAN_LIMIT_REACHED', {
    message: `The ${name} plan covers ${rooms} active rooms, and ${usage.rooms} are in use. Deactivate some first.`,
    details: { rooms },
  })
}

async function readPlan(
  tx: Tx,
  actor: Actor,
  { studio_id, now }: Pick<PlanCall, 'studio_id' | 'now'>,
): Promise<PlanState> {
  const row = (await queries.getSubscription(tx, studio_id)) ?? fail('NOT_FOUND')
  const usage = (await queries.getUsage(tx, studio_id, now)) ?? fail('NOT_FOUND')
  return { actor: requireRole(actor), row, usage }
}

/** The plan for a person who may change it, after `check`. */
function requireChangeablePlan(call: PlanCall, check?: (state: PlanState) => void): Promise<PlanState> {
  requirePlans()
  return asActor(call.caller, async (tx, actor) => {
    authorize(canUpdateSubscription(requireRole(actor), call.studio_id))
    const state = await readPlan(tx, actor, call)
    check?.(state)
    return state
  })
}

/**
 * Runs `work` with the plan and the studio's lock, so that bookings and other changes wait for it. `work` returns null if the
 * payment provider has to make the change.
 */
function changePlan(call: PlanCall, work: (tx: Tx, state: PlanState) => Promise<Subscription | null>) {
  requirePlans()
  return asActor(call.caller, async (tx, actor) => {
    authorize(canUpdateSubscription(requireRole(actor), call.studio_id))
    await lock(tx, 'studio', call.studio_id)
    const state = await readPlan(tx, actor, call)
    return { ...state, result: await work(tx, state) }
  })
}

/** Writes a change of a plan. Row-level security allows this only for the system role. */
async function writePlan(
  tx: Tx,
  { actor, row, usage }: PlanState,
  { action, update, call }: { action: AuditAction; update: SubscriptionUpdate; call: PlanCall },
): Promise<Subscription> {
  const { caller, now } = call
  await actAs(tx, 'system')
  const after =
    (await queries.updateSubscription(tx, row, { ...update, updated_at: now.toISOString() })) ?? fail('STALE_VERSION')
  const by = { actor_id: actor.user_id, session_id: actor.session_id, request_id: caller.request_id }
  await recordSubscription(tx, { by, action, before: row, after })
  return toSubscription({ row: after, usage }, now)
}

async function changePaidPlan({ actor, row }: PlanState, change: payments.PaidPlanChange, call: PlanCall) {
  await payments.changePaidPlan(row, change, { ...call, actor })
  return getSubscription(call)
}

function toSubscription({ row, usage }: Pick<PlanState, 'row' | 'usage'>, now: Date): Subscription {
  const { stripe_customer_id, stripe_subscription_id, stripe_checkout_id, ...rest } = row
  const plan = plans[getEffectiveTier(row)]
  const provider = getSubscriptionProvider()
  return {
    ...rest,
    takes_bookings: takesBookings(row, now),
    payments: provider ? 'stripe' : 'manual',
    has_portal: provider !== null && stripe_customer_id !== null,
    bookings: { used: usage.bookings, limit: plan.bookings_per_month, month: usage.month },
    rooms: { used: usage.rooms, limit: plan.rooms },
  }
}
