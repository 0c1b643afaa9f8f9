import { TRIAL_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { asSystem } from '../platform/db/actor.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** A running trial, and plan states that need action: an expired trial, and a failed payment. */
const planStates = {
  running_trial: () => ({ current_period_start: daysAgo(6), current_period_end: daysAgo(6 - TRIAL_DAYS) }) as const,
  trial: () =>
    ({
      status: 'expired',
      announced_event: 'trial_expired',
      current_period_start: daysAgo(17),
      current_period_end: daysAgo(3),
    }) as const,
  payment: () =>
    ({
      status: 'past_due',
      // Only a plan that is paid by card can be past due.
      provider: 'stripe',
      stripe_customer_id: 'cus_demo',
      stripe_subscription_id: 'sub_demo',
      announced_event: 'payment_failed',
      past_due_since: daysAgo(2),
      current_period_start: daysAgo(2),
    }) as const,
}

/** Sets the state of a studio's plan directly, because in the API only time and the payment provider change it. */
export const setPlanState = (studio_id: string, state: keyof typeof planStates) =>
  asSystem((tx) =>
    tx.updateTable('studio_subscriptions').set(planStates[state]()).where('studio_id', '=', studio_id).execute(),
  )
