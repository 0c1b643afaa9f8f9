import { DAY_MS } from '../../shared/durations.ts'
import type { Tier } from './schema.ts'
import {
  PAST_DUE_DAYS,
  type Plan,
  plans,
  type SubscriptionStatus,
  TRIAL_DAYS,
  TRIAL_WARNING_DAYS,
  tiers,
} from './words.ts'

/** One calendar month later. A month after 31 January is the last day of February. */
function monthAfter(start: Date): Date {
  const end = new Date(start)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end
}

/**
 * The first period of a new subscription (spec section 4): 14 days for a trial, one month for any other plan.
 * @param now the time of creation
 * @param unpaid the payment provider has not received money yet, so the plan is a trial until then
 */
export function firstPeriod(tier: Tier, now: Date, unpaid = false) {
  const trial = tier === 'trial' || unpaid
  const end = trial ? new Date(now.getTime() + TRIAL_DAYS * DAY_MS) : monthAfter(now)
  return {
    tier,
    status: trial ? ('trialing' as const) : ('active' as const),
    current_period_start: now.toISOString(),
    current_period_end: end.toISOString(),
  }
}

/** The next period after one that was not cancelled: the first month that ends after `now`. */
function nextPeriod(ended_at: string, now: Date) {
  let start = new Date(ended_at)
  for (let end = monthAfter(start); end <= now; end = monthAfter(start)) start = end
  return { current_period_start: start.toISOString(), current_period_end: monthAfter(start).toISOString() }
}

type CurrentPlanOfStudio = {
  tier: Tier
  status: SubscriptionStatus
  current_period_end: string
  cancel_at_period_end: boolean
}

/** The plan whose limits apply. During a trial it is the trial plan. */
export const getEffectiveTier = ({ tier, status }: Pick<CurrentPlanOfStudio, 'tier' | 'status'>): Tier =>
  status === 'trialing' ? 'trial' : tier

/**
 * Whether clients can book. After the end of its period a trial or cancelled plan takes no bookings, even if the job has not
 * updated the status yet. A plan with a failed payment continues.
 */
export function takesBookings(subscription: Omit<CurrentPlanOfStudio, 'tier'>, now: Date): boolean {
  const { status, current_period_end, cancel_at_period_end } = subscription
  const hasEnded = Date.parse(current_period_end) <= now.getTime()
  if (status === 'trialing') return !hasEnded
  if (status === 'active' || status === 'past_due') return !(hasEnded && cancel_at_period_end)
  return false
}

/**
 * The change that is due without an event of the payment provider: a trial expires, a manual plan renews, a cancelled plan
 * ends, or a plan with a failed payment expires after PAST_DUE_DAYS. Null if none is due.
 */
export function nextAutomaticChange(subscription: CurrentPlanOfStudio & { past_due_since: string | null }, now: Date) {
  const { status, current_period_end, cancel_at_period_end, past_due_since } = subscription
  if (status === 'past_due')
    return past_due_since && isOverdue(past_due_since, now) ? { status: 'expired' as const } : null
  if (Date.parse(current_period_end) > now.getTime()) return null
  if (status !== 'trialing' && status !== 'active') return null
  if (cancel_at_period_end) return { status: 'cancelled' as const }
  return status === 'trialing' ? { status: 'expired' as const } : nextPeriod(current_period_end, now)
}

/** Days until the period ends; a started day counts. 0 after its end. */
export const countDaysLeft = (current_period_end: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(current_period_end) - now.getTime()) / DAY_MS))

/** Whether a trial ends within TRIAL_WARNING_DAYS. */
export const isTrialEnding = ({ status, current_period_end }: CurrentPlanOfStudio, now: Date): boolean =>
  status === 'trialing' && countDaysLeft(current_period_end, now) <= TRIAL_WARNING_DAYS

/** Whether PAST_DUE_DAYS have passed since a payment failed. */
export const isOverdue = (past_due_since: string, now: Date): boolean =>
  now.getTime() - Date.parse(past_due_since) >= PAST_DUE_DAYS * DAY_MS

/** Whether a plan has not ended, so that it can be cancelled or resumed. */
export const isPlanRunning = (status: SubscriptionStatus): boolean => !['expired', 'cancelled'].includes(status)

/** Whether a studio's admin can choose the plan: not a second trial, and not a plan that needs an agreement. */
export const canChoose = (plan: Plan): boolean => plan.selectable && plan.tier !== 'trial'

/** Whether the plan allows one more client booking. @param counted the month's client bookings that are not cancelled */
export function hasBookingLeft(tier: Tier, counted: number): boolean {
  const cap = plans[tier].bookings_per_month
  return cap === null || counted < cap
}

/** Whether the plan allows one more active room. @param counted active rooms */
export function hasRoomLeft(tier: Tier, counted: number): boolean {
  const cap = plans[tier].rooms
  return cap === null || counted < cap
}

/** The plans without a limit of bookings. */
export const unlimitedTiers: readonly Tier[] = tiers.filter((tier) => plans[tier].bookings_per_month === null)

/** Whether a plan allows this number of active rooms. */
export function allowsRooms(tier: Tier, counted: number): boolean {
  const cap = plans[tier].rooms
  return cap === null || counted <= cap
}
