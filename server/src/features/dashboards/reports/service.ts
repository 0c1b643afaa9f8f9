import { fail } from '@studiohub/contract/errors.ts'
import { canSeeReports } from '@studiohub/contract/features/dashboards/policy.ts'
import type { ReportPeriod, Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { moneyField } from '@studiohub/contract/shared/money.ts'
import { type Hours, hoursOfResource, MINUTES_PER_DAY, openRanges } from '@studiohub/contract/shared/opening-hours.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { listOpeningHours } from '../queries.ts'
import * as accounting from './accounting-queries.ts'
import * as queries from './queries.ts'

/** The reports of a studio for a period. All amounts come from the books. */
export function getReports(caller: Caller, period: ReportPeriod, now: Date): Promise<Reports> {
  const { studio_id } = period
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeReports(requireRole(actor), studio_id))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const today = todayIn(timezone, now)
    return {
      today,
      by_month: await queries.listMonths(tx, period),
      by_service: await queries.listByService(tx, period),
      by_room: await queries.listByRoom(tx, period),
      by_client: await queries.listByClient(tx, period),
      rooms: await listRooms(tx, period),
      sessions: await queries.listSessions(tx, period),
      outstanding: await queries.listOutstanding(tx, { studio_id, today }),
    }
  })
}

/** Each room with the minutes of the period in which it was open. */
async function listRooms(tx: Tx, period: ReportPeriod): Promise<Reports['rooms']> {
  const rooms = await queries.listRooms(tx, period)
  const weekly = await listOpeningHours(tx, period.studio_id)
  const hours: Hours = { weekly, exceptions: await queries.listExceptions(tx, period) }
  const days = daysOf(period)
  return rooms.map(({ own_week, ...room }) => {
    const roomHours = hoursOfResource(own_week, hours)
    return { ...room, open_minutes: days.reduce((sum, day) => sum + openMinutesOn(roomHours, day), 0) }
  })
}

/** How many minutes a room is open on a day. The stretches include parts of the days before and after. */
const openMinutesOn = (hours: Hours, day: string) =>
  openRanges(hours, day).reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, MINUTES_PER_DAY) - Math.max(from, 0)),
    0,
  )

function daysOf({ from, to }: ReportPeriod): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}

/** Invoices, payments, taxes and the books of a period for an accountant: CSV files in one ZIP. */
export async function getAccountingExport(caller: Caller, period: ReportPeriod): Promise<File> {
  const { studio_id, from, to } = period
  const files = await asActor(caller, async (tx, actor) => {
    authorize(canSeeReports(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    return {
      'invoices.csv': await accounting.listInvoices(tx, period),
      'payments.csv': await accounting.listPayments(tx, period),
      'taxes.csv': await accounting.listTaxes(tx, period),
      'ledger.csv': await accounting.listEntries(tx, period),
    }
  })
  // Loaded only when an export needs them.
  const [{ strToU8, zipSync }, { default: Papa }] = await Promise.all([import('fflate'), import('papaparse')])
  const csvOf = (rows: readonly Row[]) =>
    strToU8(BYTE_ORDER_MARK + Papa.unparse(rows.map(cellsOf), { escapeFormulae: FORMULA }))
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, rows]) => [name, csvOf(rows)])))
  return new File([new Uint8Array(bytes)], `accounting-${from}-to-${to}.zip`, { type: 'application/zip' })
}

// A spreadsheet would run a text that begins like a formula. Negative amounts are not formulas.
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/
// With this mark, spreadsheets read the file as UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

type Row = { currency: string } & Record<string, string | number | boolean | null>

/** The cells of a row. Fields in the smallest unit become decimal amounts: `net_minor` becomes the column `net`. */
const cellsOf = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name.endsWith('_minor')) return [name.slice(0, -'_minor'.length), moneyField(Number(value), row.currency)]
      return name === 'tax_rate_bp' ? ['tax_percent', Number(value) / 100] : [name, value]
    }),
  )
