import { asSystem } from '../platform/db/actor.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Plan states that need action: an expired trial, and a failed payment. */
const planStates = {
  trial: () =>
    ({
      status: 'expired',
      told: 'trial_expired',
      current_period_start: daysAgo(17),
      current_period_end: daysAgo(3),
    }) as const,
  payment: () =>
    ({
      status: 'past_due',
      told: 'payment_failed',
      past_due_since: daysAgo(2),
      current_period_start: daysAgo(2),
    }) as const,
}

/** Sets the state of a studio's plan. The API cannot do it: only time and the payment provider can. */
export const setPlanState = (studio_id: string, what: keyof typeof planStates) =>
  asSystem((tx) =>
    tx.updateTable('studio_subscriptions').set(planStates[what]()).where('studio_id', '=', studio_id).execute(),
  )
