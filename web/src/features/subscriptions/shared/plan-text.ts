import { countDaysLeft, isTrialEnding, nextAutomaticChange } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { PAST_DUE_DAYS, plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { NEARLY_FULL } from '#ui/meter.tsx'

const longDate = dateFormat({ dateStyle: 'long' })
const dayOfYear = dateFormat({ month: 'long', day: 'numeric' })

/** The date of an instant in the studio's time zone. */
export const formatDay = (instant: string, timezone: string) => longDate(localAt(instant, timezone).date)

/** What failed and until when it can be mended: 'Your last payment of $199 failed. Update your card by May 4 ...'. */
function describeFailedPayment(plan: Subscription, timezone: string): string {
  const price = plans[plan.tier].price_per_month
  const amountText = price ? ` of ${moneyText(price * 100, 'USD')}` : ''
  const failure = `Your last payment${amountText} failed.`
  if (!plan.past_due_since) return `${failure} Update your card to keep accepting bookings.`
  const deadline = new Date(Date.parse(plan.past_due_since) + PAST_DUE_DAYS * DAY_MS).toISOString()
  return `${failure} Update your card by ${dayOfYear(localAt(deadline, timezone).date)} to keep accepting bookings.`
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** The plan's status at this time, which the server may not have stored yet. */
export function getStatusAt(plan: Subscription, now: Date): Subscription['status'] {
  const step = nextAutomaticChange(plan, now)
  return step && 'status' in step ? step.status : plan.status
}

/** A sentence about the plan's state. Dates are in the studio's time zone. */
export function describePlan(plan: Subscription, timezone: string, now: Date): string {
  const end = formatDay(plan.current_period_end, timezone)
  const days = formatDays(countDaysLeft(plan.current_period_end, now))
  if (!plan.takes_bookings) return `Ended on ${end}. Existing bookings stay. Choose a plan to accept new ones.`
  if (plan.cancel_at_period_end) return `Cancelled. It runs until ${end}, in ${days}.`
  if (plan.status === 'past_due') return describeFailedPayment(plan, timezone)
  if (plan.status !== 'trialing') return plan.provider === 'manual' ? `Renews on ${end}.` : `Next payment on ${end}.`
  const startText = plan.tier === 'trial' ? '' : ` ${plans[plan.tier].name} starts after payment.`
  return `${days} left of the free trial, until ${end}.${startText}`
}

type PlanNotice = { sentence: string; link: string; isUrgent: boolean }

/** The notice that admins see on every page, with the text of its link; null if there is none. Dates are in the studio's time zone. */
export function getPlanNotice(plan: Subscription, timezone: string, now: Date): PlanNotice | null {
  const link = 'Choose a plan'
  if (!plan.takes_bookings) {
    const title = plan.tier === 'trial' ? 'Your free trial has ended' : 'Your plan has ended'
    return { sentence: `${title}. Existing bookings stay, but no new ones can be made.`, link, isUrgent: true }
  }
  if (plan.status === 'past_due') {
    return { sentence: describeFailedPayment(plan, timezone), link: 'Update card', isUrgent: true }
  }
  if (!isTrialEnding(plan, now)) return null
  const days = formatDays(countDaysLeft(plan.current_period_end, now))
  return { sentence: `Your free trial ends in ${days}.`, link, isUrgent: false }
}

type LimitUsage = { used: number; limit: number | null }

/** Whether so few bookings are left that a warning is shown. */
export const isNearlyUsedUp = ({ used, limit }: LimitUsage) => limit !== null && used >= limit * NEARLY_FULL

/** A sentence about the bookings left this month. @param month the name of the month */
export function describeBookingsLeft({ used, limit }: LimitUsage, month: string): string {
  const remaining = Math.max((limit ?? used) - used, 0)
  if (remaining === 0) return `Your plan has no booking left in ${month}. Cancelled bookings do not count.`
  return `Your plan has ${remaining === 1 ? '1 booking' : `${remaining} bookings`} left in ${month}.`
}
