import { fail } from '@studiohub/contract/errors.ts'
import { canSeeStudioStats } from '@studiohub/contract/features/dashboards/policy.ts'
import { monthsUpTo, UTILISATION_WEEKS, utilisationOf } from '@studiohub/contract/features/dashboards/rules.ts'
import type { StudioStats } from '@studiohub/contract/features/dashboards/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { getStudio } from '../studios/queries.ts'
import * as queries from './queries.ts'

/** A studio in numbers, by its own clocks (decisions, Bookings). */
export function getStudioStats(caller: Caller, studio_id: string, now: Date): Promise<StudioStats> {
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeStudioStats(requireRole(actor), studio_id))
    const { timezone, currency } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const today = todayIn(timezone, now)
    const { rooms, ...counts } = await queries.countStudio(tx, { studio_id, today, now })
    const months = monthsUpTo(today)
    const sold = await queries.listMonths(tx, { studio_id, from: `${months[0]}-01` })
    const from = plusDays(today, -7 * UTILISATION_WEEKS)
    const booked = await queries.listBookedHours(tx, { studio_id, from, to: today })
    const weekly = await queries.listWeek(tx, studio_id)
    return {
      ...counts,
      revenue: revenueOf(sold, months.at(-1) ?? '', currency),
      utilisation: utilisationOf(booked, { weekly, rooms }),
      months: months.map((month) => {
        const of = sold.filter((row) => row.month === month)
        return {
          month,
          bookings: of.reduce((sum, row) => sum + row.bookings, 0),
          revenue_minor: of.find((row) => row.currency === currency)?.revenue_minor ?? 0,
        }
      }),
    }
  })
}

/** The month's money, the studio's own currency first and always there. */
function revenueOf(sold: Awaited<ReturnType<typeof queries.listMonths>>, month: string, own: string) {
  const amounts = sold.flatMap((row) =>
    row.month === month && row.currency !== null && row.revenue_minor > 0
      ? [{ currency: row.currency, amount_minor: row.revenue_minor }]
      : [],
  )
  const mine = amounts.find(({ currency }) => currency === own) ?? { currency: own, amount_minor: 0 }
  return [mine, ...amounts.filter(({ currency }) => currency !== own)]
}
