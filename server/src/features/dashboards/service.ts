import { fail } from '@studiohub/contract/errors.ts'
import { canSeeStudioStats } from '@studiohub/contract/features/dashboards/policy.ts'
import { computeUtilization, monthsUpTo, UTILIZATION_WEEKS } from '@studiohub/contract/features/dashboards/rules.ts'
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
    const since = { studio_id, from: `${months[0]}-01` }
    const monthRows = await queries.listMonths(tx, since)
    const books = (await queries.hasInvoices(tx, studio_id))
      ? await queries.listBookedMonths(tx, { ...since, to: today })
      : null
    const earned = books
      ? books.map((row) => ({ ...row, amount_minor: row.earned_minor }))
      : monthRows.map((row) => ({ ...row, amount_minor: row.revenue_minor }))
    const collected = books?.map((row) => ({ ...row, amount_minor: row.collected_minor })) ?? null
    const month = months.at(-1) ?? ''
    const from = plusDays(today, -7 * UTILIZATION_WEEKS)
    const bookedHours = await queries.listBookedHours(tx, { studio_id, from, to: today })
    const weekly = await queries.listOpeningHours(tx, studio_id)
    return {
      ...counts,
      revenue: amountsOf(earned, month, currency),
      collected: collected && amountsOf(collected, month, currency),
      utilisation: computeUtilization(bookedHours, { weekly, rooms }),
      months: months.map((shownMonth) => {
        const rowsOfMonth = monthRows.filter((row) => row.month === shownMonth)
        const earnedRow = earned.find((row) => row.month === shownMonth && row.currency === currency)
        return {
          month: shownMonth,
          bookings: rowsOfMonth.reduce((sum, row) => sum + row.bookings, 0),
          revenue_minor: earnedRow?.amount_minor ?? 0,
        }
      }),
    }
  })
}

type MonthAmount = { month: string; currency: string | null; amount_minor: number }

/** A month's amounts by currency. The studio's own currency comes first, even if the amount is 0. */
function amountsOf(rows: readonly MonthAmount[], month: string, studioCurrency: string) {
  const amounts = rows.flatMap((row) =>
    row.month === month && row.currency !== null && row.amount_minor !== 0
      ? [{ currency: row.currency, amount_minor: row.amount_minor }]
      : [],
  )
  const ownAmount = amounts.find(({ currency }) => currency === studioCurrency) ?? {
    currency: studioCurrency,
    amount_minor: 0,
  }
  return [ownAmount, ...amounts.filter(({ currency }) => currency !== studioCurrency)]
}
