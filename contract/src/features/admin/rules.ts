import type { Tier } from '../subscriptions/schema.ts'
import { plans } from '../subscriptions/words.ts'

/** The last `count` months up to the current one, as `yyyy-MM` (UTC), oldest first. */
export function lastMonths(now: Date, count: number): string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - (count - 1) + index, 1)).toISOString().slice(0, 7),
  )
}

/** The Mondays (`yyyy-MM-dd`, UTC) of the last `count` weeks up to the current one, oldest first. */
export function lastWeeks(now: Date, count: number): string[] {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - sinceMonday)
  return Array.from({ length: count }, (_, index) =>
    new Date(monday - (count - 1 - index) * 7 * 86_400_000).toISOString().slice(0, 10),
  )
}

/** The monthly revenue of active plans in US cents. Plans with a price by agreement are not counted. */
export const monthlyRevenue = (active: readonly { tier: Tier; active: number }[]): number =>
  active.reduce((sum, plan) => sum + plan.active * 100 * (plans[plan.tier].price_per_month ?? 0), 0)
