import { asSystem } from '../platform/db/actor.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** What somebody has to see to: a free trial that is over, a month that could not be paid. */
const lapses = {
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

/** Lets a studio's plan come to this, which no call of the product does: time and the payment provider do. */
export const letLapse = (studio_id: string, what: keyof typeof lapses) =>
  asSystem((tx) =>
    tx.updateTable('studio_subscriptions').set(lapses[what]()).where('studio_id', '=', studio_id).execute(),
  )
