import { fail } from '@studiohub/contract/errors.ts'
import { canSeeStudioStats } from '@studiohub/contract/features/dashboards/policy.ts'
import { monthsUpTo, UTILISATION_WEEKS, utilisationOf } from '@studiohub/contract/features/dashboards/rules.ts'
import type { StudioStats } from '@studiohub/contract/features/dashboards/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { getStudio } from '../studios/queries.ts'
import * as queries from './queries.ts'

/** Key figures of a studio, in its own time zone (decisions, Bookings). */
export function getStudioStats(caller: Caller, studio_id: string, now: Date): Promise<StudioStats> {
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeStudioStats(requireRole(actor), studio_id))
    const { timezone, currency } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const today = todayIn(timezone, now)
    const { rooms, ...counts } = await queries.countStudio(tx, { studio_id, today, now })
    const months = monthsUpTo(today)
    const monthRows = await queries.listMonths(tx, { studio_id, from: `${months[0]}-01` })
    const from = plusDays(today, -7 * UTILISATION_WEEKS)
    const booked = await queries.listBookedHours(tx, { studio_id, from, to: today })
    const weekly = await queries.listOpeningHours(tx, studio_id)
    return {
      ...counts,
      revenue: revenueOf(monthRows, months.at(-1) ?? '', currency),
      utilisation: utilisationOf(booked, { weekly, rooms }),
      months: months.map((month) => {
        const rowsOfMonth = monthRows.filter((row) => row.month === month)
        return {
          month,
          bookings: rowsOfMonth.reduce((sum, row) => sum + row.bookings, 0),
          revenue_minor: rowsOfMonth.find((row) => row.currency === currency)?.revenue_minor ?? 0,
        }
      }),
    }
  })
}

/** The month's revenue by currency. The studio's own currency comes first, also when it is 0. */
function revenueOf(monthRows: Awaited<ReturnType<typeof queries.listMonths>>, month: string, own: string) {
  const amounts = monthRows.flatMap((row) =>
    row.month === month && row.currency !== null && row.revenue_minor > 0
      ? [{ currency: row.currency, amount_minor: row.revenue_minor }]
      : [],
  )
  const ownAmount = amounts.find(({ currency }) => currency === own) ?? { currency: own, amount_minor: 0 }
  return [ownAmount, ...amounts.filter(({ currency }) => currency !== own)]
}
