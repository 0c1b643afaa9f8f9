import { daysLeft, endsSoon, stepOfClock } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { NEARLY_FULL } from '#ui/meter.tsx'

const dayFormat = (timeZone: string) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone })

/** The day of an instant, in words, by the studio's clock. */
export const dayOf = (instant: string, timezone: string) => dayFormat(timezone).format(new Date(instant))

const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** The state as it is by the clock, which the server may be about to write down. */
export function statusNow(plan: Subscription, now: Date): Subscription['status'] {
  const step = stepOfClock(plan, now)
  return step && 'status' in step ? step.status : plan.status
}

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

/** What those who run the studio have to know on every page, as long as their plan needs them; else null. */
export function noteOf(plan: Subscription, now: Date): string | null {
  if (!plan.takes_bookings) {
    const what = plan.tier === 'trial' ? 'Your free trial has ended' : 'Your plan has ended'
    return `${what}. Booked sessions stay; nobody can book new ones.`
  }
  if (plan.status === 'past_due') return 'Your last payment failed. Please check your card.'
  return endsSoon(plan, now) ? `Your free trial ends in ${daysInWords(daysLeft(plan.current_period_end, now))}.` : null
}

type Used = { used: number; limit: number | null }

/** Whether so little of something limited is left that somebody should know. */
export const isNearlyUsed = ({ used, limit }: Used) => limit !== null && used >= limit * NEARLY_FULL

/** What can still be booked in a month, in one sentence. @param month its name */
export function bookingsLeft({ used, limit }: Used, month: string): string {
  const left = Math.max((limit ?? used) - used, 0)
  if (left === 0) return `Your plan has no booking left in ${month}. One that is cancelled makes room.`
  return `Your plan has ${left === 1 ? '1 booking' : `${left} bookings`} left in ${month}.`
}
