import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { lastMonths, lastWeeks, monthlyRevenue } from '@studiohub/contract/features/admin/rules.ts'
import type { PlatformStats } from '@studiohub/contract/features/admin/schema.ts'
import { tiers } from '@studiohub/contract/features/subscriptions/words.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import * as queries from './queries.ts'

const PERIODS = 12
/** What plans are priced in (spec section 9). */
const CURRENCY = 'USD'
const LAST_DAY = 6

/** The platform's figures, all of them computed (spec section 2, super-admin dashboard). */
export function getStats(caller: Caller, now: Date): Promise<PlatformStats> {
  const [months, weeks] = [lastMonths(now, PERIODS), lastWeeks(now, PERIODS)]
  const [firstMonth = '', firstWeek = '', thisWeek = ''] = [months[0], weeks[0], weeks.at(-1)]
  const sunday = new Date(Date.parse(thisWeek) + LAST_DAY * 86_400_000).toISOString().slice(0, 10)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const counts = (await queries.getCounts(tx, now)) ?? fail('INTERNAL')
    const known = new Map((await queries.listPlans(tx)).map((plan) => [plan.tier, plan]))
    const plans = tiers.map((tier) => known.get(tier) ?? { tier, studios: 0, active: 0 })
    const arrivals = await queries.listArrivals(tx)
    const people = new Map(arrivals.map(({ month, people }) => [month, people]))
    const opened = new Map((await queries.listOpenings(tx, firstMonth)).map(({ month, studios }) => [month, studios]))
    const held = new Map((await queries.listWeeks(tx, firstWeek, sunday)).map(({ week, bookings }) => [week, bookings]))
    return {
      ...counts,
      users: arrivals.reduce((sum, { people: came }) => sum + came, 0),
      revenue_minor: monthlyRevenue(plans),
      currency: CURRENCY,
      plans,
      months: months.map((month) => ({ month, users: people.get(month) ?? 0, studios: opened.get(month) ?? 0 })),
      weeks: weeks.map((week) => ({ week, bookings: held.get(week) ?? 0 })),
    }
  })
}
