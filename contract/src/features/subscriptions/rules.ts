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

const DAY_MS = 86_400_000

/** A calendar month later. 31 January plus a month would run over into March; it is the last of February. */
function monthAfter(start: Date): Date {
  const end = new Date(start)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end
}

/**
 * The subscription that a new studio starts with (spec section 4): a trial runs 14 days, any other plan one month.
 * @param now the instant of creation
 * @param unpaid a plan that a payment provider has yet to take money for: it is tried like a trial until then
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

/** The month that follows a period which nobody cancelled: the first one that reaches beyond now. */
function renewedPeriod(ended_at: string, now: Date) {
  let start = new Date(ended_at)
  for (let end = monthAfter(start); end <= now; end = monthAfter(start)) start = end
  return { current_period_start: start.toISOString(), current_period_end: monthAfter(start).toISOString() }
}

type PlanInForce = { tier: Tier; status: SubscriptionStatus; current_period_end: string; cancel_at_period_end: boolean }

/** The plan whose limits hold: a plan that is only tried has the trial's. */
export const tierInForce = ({ tier, status }: Pick<PlanInForce, 'tier' | 'status'>): Tier =>
  status === 'trialing' ? 'trial' : tier

/**
 * Whether new sessions may be booked. What the clock has ended is over at once, not only when a job writes it down; a
 * failed payment is given time.
 */
export function takesBookings(standing: Omit<PlanInForce, 'tier'>, now: Date): boolean {
  const { status, current_period_end, cancel_at_period_end } = standing
  const over = Date.parse(current_period_end) <= now.getTime()
  if (status === 'trialing') return !over
  if (status === 'active' || status === 'past_due') return !(over && cancel_at_period_end)
  return false
}

/**
 * What the clock makes of a subscription that nobody's payment decides about: a trial expires, a month that was agreed on
 * is followed by the next, what was cancelled ends, and a failed payment is waited for in vain. Null while nothing is due.
 */
export function stepOfClock(standing: PlanInForce & { past_due_since: string | null }, now: Date) {
  const { status, current_period_end, cancel_at_period_end, past_due_since } = standing
  if (status === 'past_due')
    return past_due_since && isOverdue(past_due_since, now) ? { status: 'expired' as const } : null
  if (Date.parse(current_period_end) > now.getTime()) return null
  if (status !== 'trialing' && status !== 'active') return null
  if (cancel_at_period_end) return { status: 'cancelled' as const }
  return status === 'trialing' ? { status: 'expired' as const } : renewedPeriod(current_period_end, now)
}

/** Days until the period ends, a begun one counted; 0 when it is over. */
export const daysLeft = (current_period_end: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(current_period_end) - now.getTime()) / DAY_MS))

/** Whether a trial should say that it ends soon. */
export const endsSoon = ({ status, current_period_end }: PlanInForce, now: Date): boolean =>
  status === 'trialing' && daysLeft(current_period_end, now) <= TRIAL_WARNING_DAYS

/** Whether a payment that failed has been waited for long enough. */
export const isOverdue = (past_due_since: string, now: Date): boolean =>
  now.getTime() - Date.parse(past_due_since) >= PAST_DUE_DAYS * DAY_MS

/** A plan that has been bought or agreed on, and not ended: it can be cancelled, and resumed until its end. */
export const runs = (status: SubscriptionStatus): boolean => !['expired', 'cancelled'].includes(status)

/** The plans that somebody who runs a studio can choose: a trial is had once, and what is agreed on is no choice. */
export const canChoose = (plan: Plan): boolean => plan.selectable && plan.tier !== 'trial'

/** Whether one more client booking fits into the month. @param counted live client bookings of that month */
export function hasBookingLeft(tier: Tier, counted: number): boolean {
  const cap = plans[tier].bookings_per_month
  return cap === null || counted < cap
}

/** Whether one more room can be in use. @param counted the active rooms */
export function hasRoomLeft(tier: Tier, counted: number): boolean {
  const cap = plans[tier].rooms
  return cap === null || counted < cap
}

/** The plans that take any number of bookings. */
export const unlimitedTiers: readonly Tier[] = tiers.filter((tier) => plans[tier].bookings_per_month === null)

/** Whether so many rooms may stay in use on a plan. */
export function coversRooms(tier: Tier, counted: number): boolean {
  const cap = plans[tier].rooms
  return cap === null || counted <= cap
}
