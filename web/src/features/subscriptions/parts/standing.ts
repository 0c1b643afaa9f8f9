import { daysLeft } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'

const dayFormat = (timeZone: string) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone })

/** The day of an instant, in words, by the studio's clock. */
export const dayOf = (instant: string, timezone: string) => dayFormat(timezone).format(new Date(instant))

export const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** What the plan comes to, in one sentence; dates are those of the studio. */
export function standingOf(plan: Subscription, timezone: string, now: Date): string {
  const end = dayOf(plan.current_period_end, timezone)
  const days = daysInWords(daysLeft(plan.current_period_end, now))
  if (!plan.takes_bookings)
    return `Ended on ${end}. Booked sessions stay; new ones can be booked once you choose a plan.`
  if (plan.cancel_at_period_end) return `Cancelled. It runs until ${end}, in ${days}.`
  if (plan.status === 'past_due') return 'The last payment failed. Please check your card, or bookings will stop.'
  if (plan.status !== 'trialing') return plan.provider === 'manual' ? `Renews on ${end}.` : `Next payment on ${end}.`
  const chosen = plan.tier === 'trial' ? '' : ` ${plans[plan.tier].name} begins once it is paid.`
  return `${days} left of the free trial, until ${end}.${chosen}`
}
