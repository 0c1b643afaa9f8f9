import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { lastMonths, lastWeeks, monthlyRevenue } from '@studiohub/contract/features/admin/rules.ts'
import type { PlatformStats } from '@studiohub/contract/features/admin/schema.ts'
import { tiers } from '@studiohub/contract/features/subscriptions/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import * as queries from './queries.ts'

const PERIODS = 12
/** The currency of plan prices (spec section 9). */
const CURRENCY = 'USD'
const DAYS_UNTIL_SUNDAY = 6

/** Key figures of the platform (spec section 2, super-admin dashboard). */
export function getStats(caller: Caller, now: Date): Promise<PlatformStats> {
  const [months, weeks] = [lastMonths(now, PERIODS), lastWeeks(now, PERIODS)]
  const [firstMonth = '', firstWeek = '', thisWeek = ''] = [months[0], weeks[0], weeks.at(-1)]
  const sunday = new Date(Date.parse(thisWeek) + DAYS_UNTIL_SUNDAY * DAY_MS).toISOString().slice(0, 10)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const counts = (await queries.getCounts(tx, now)) ?? fail('INTERNAL')
    const planCounts = new Map((await queries.listPlans(tx)).map((plan) => [plan.tier, plan]))
    const plans = tiers.map((tier) => planCounts.get(tier) ?? { tier, studios: 0, active: 0 })
    const signupMonths = await queries.listSignupMonths(tx)
    const newUsersByMonth = new Map(signupMonths.map(({ month, people }) => [month, people]))
    const newStudiosByMonth = new Map(
      (await queries.listStudioMonths(tx, firstMonth)).map(({ month, studios }) => [month, studios]),
    )
    const bookingsByWeek = new Map(
      (await queries.listBookingWeeks(tx, firstWeek, sunday)).map(({ week, bookings }) => [week, bookings]),
    )
    await actAs(tx, 'system')
    const applications = await queries.getPendingApplications(tx)
    return {
      ...counts,
      pending_applications: applications.count,
      pending_applications_since: applications.since,
      users: signupMonths.reduce((sum, { people: count }) => sum + count, 0),
      revenue_minor: monthlyRevenue(plans),
      currency: CURRENCY,
      plans,
      months: months.map((month) => ({
        month,
        users: newUsersByMonth.get(month) ?? 0,
        studios: newStudiosByMonth.get(month) ?? 0,
      })),
      weeks: weeks.map((week) => ({ week, bookings: bookingsByWeek.get(week) ?? 0 })),
    }
  })
}
