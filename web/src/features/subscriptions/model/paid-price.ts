import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'

type PaidPlan = Pick<Subscription, 'tier' | 'status' | 'provider' | 'takes_bookings'>

/** '$499 / month', of a plan that the studio pays by card; null for others, such as a price by agreement. */
export function formatPaidPrice({ tier, status, provider, takes_bookings }: PaidPlan): string | null {
  const price = plans[tier].price_per_month
  const isPaid = provider === 'stripe' && takes_bookings && status !== 'trialing'
  return isPaid && price ? `$${price} / month` : null
}
