import { DAY_MS } from '#shared/durations.ts'
import type { SubscriptionStatus } from '../../subscriptions/words.ts'
import { TRIAL_AHEAD_DAYS_MAX } from './words.ts'

type Plan = {
  tier: string
  status: SubscriptionStatus
  provider: string
  current_period_end: string
  past_due_since: string | null
}

/** Whether the plan is a free trial that runs or has ended. */
export const isTrial = ({ tier, status, provider, past_due_since }: Omit<Plan, 'current_period_end'>): boolean =>
  tier === 'trial' && provider === 'manual' && past_due_since === null && ['trialing', 'expired'].includes(status)

/**
 * The end of a trial that is extended by `days`: counted from its end, or from now if it has ended. Null if the result is
 * more than TRIAL_AHEAD_DAYS_MAX from now.
 */
export function extendTrialEnd(current_period_end: string, days: number, now: Date): string | null {
  const from = Math.max(Date.parse(current_period_end), now.getTime())
  const end = from + days * DAY_MS
  return end > now.getTime() + TRIAL_AHEAD_DAYS_MAX * DAY_MS ? null : new Date(end).toISOString()
}
