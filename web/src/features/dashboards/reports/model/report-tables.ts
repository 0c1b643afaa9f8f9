import type { EarnedAmount, Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { invoiceAgeLabels } from '@studiohub/contract/features/dashboards/reports/words.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { alignedMoneyText, moneyField } from '@studiohub/contract/shared/money.ts'

/** One cell: the text on the screen, and the value in the file. `isZero`: an amount of nothing, which the screen plays down. */
export type Cell = { text: string; raw: string | number; isZero?: boolean }

/** The amounts of one month in a chart over time. */
export type MonthColumn = { key: string; label: string; amounts: readonly number[] }

/** A report as a table. The first column has names. `sizes` has the number that the bar of each row shows; without it there are no bars. */
export type ReportTable = {
  id: string
  title: string
  /** A line below the title. */
  note?: string
  columns: readonly string[]
  /** What the amounts of a column include, by its heading. The file does not have it. */
  columnNotes?: Readonly<Record<string, string>>
  rows: readonly (readonly Cell[])[]
  sizes?: readonly number[]
  /** The columns of a chart over time, which replaces the bars. It needs several months of one currency. */
  months?: readonly MonthColumn[]
  /** Whether the sizes are shares from 0 to 1. Otherwise the bars only compare the rows with each other. */
  areShares?: boolean
  /** The sums of the amounts, one row for each currency. */
  totals?: readonly (readonly Cell[])[]
}

const MINUTES_AN_HOUR = 60
const HOURS_PER_DAY = 24

const toPlainCell = (value: string | number): Cell => ({ text: String(value), raw: value })
const toMoneyCell = (minor: number, currency: string): Cell => ({
  text: alignedMoneyText(minor, currency),
  raw: moneyField(minor, currency),
  ...(minor === 0 && { isZero: true }),
})

const formatMonthOnly = dateFormat({ month: 'short' })
const formatMonth = dateFormat({ month: 'short', year: 'numeric' })
const toMonthCell = (month: string): Cell => ({ text: formatMonth(`${month}-01`), raw: month })

const toHoursCell = (minutes: number): Cell => ({
  text: `${(minutes / MINUTES_AN_HOUR).toLocaleString('en', { maximumFractionDigits: 1 })} h`,
  raw: Number((minutes / MINUTES_AN_HOUR).toFixed(2)),
})

/** The share as a whole number. A small one is '<1%' on the screen, because '0%' would mean none. */
const toPercentCell = (part: number, total: number): Cell => {
  const exact = 100 * shareOf(part, total)
  const share = Math.round(exact)
  return { text: exact > 0 && share === 0 ? '<1%' : `${share}%`, raw: share }
}

/** '3 days' or, for less than two days, '36 h'. */
function toLeadTimeCell(minutes: number | null): Cell {
  if (minutes === null) return { text: '', raw: '' }
  const leadHours = minutes / MINUTES_AN_HOUR
  const text =
    leadHours < 2 * HOURS_PER_DAY ? `${Math.round(leadHours)} h` : `${Math.round(leadHours / HOURS_PER_DAY)} days`
  return { text, raw: Number(leadHours.toFixed(1)) }
}

/** How to calculate one cell of a total: which number of each row to add, and how to show the sum. */
type Sum<Row> = [numberOf: (row: Row) => number, toCell: (sum: number, currency: string) => Cell]

/** The totals of rows, for each currency. */
function sumByCurrency<Row extends { currency: string }>(rows: readonly Row[], ...sums: readonly Sum<Row>[]): Cell[][] {
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const summed = rows.filter((row) => row.currency === currency)
    const cells = sums.map(([numberOf, toCell]) =>
      toCell(
        summed.reduce((sum, row) => sum + numberOf(row), 0),
        currency,
      ),
    )
    return [toPlainCell('Total'), toPlainCell(currency), ...cells]
  })
}

function createRevenueTable(
  id: string,
  { title, heading, missingName }: Record<'title' | 'heading' | 'missingName', string>,
  rows: readonly EarnedAmount[],
  months: Reports['by_month'],
): ReportTable {
  return {
    id,
    title,
    columns: [heading, 'Currency', 'Earned'],
    // Adds up the months, because they have all earnings, and a long list of clients is cut.
    totals: sumByCurrency(months, [({ earned_minor }) => earned_minor, toMoneyCell]),
    rows: rows.map(({ name, currency, earned_minor }) => [
      toPlainCell(name ?? missingName),
      toPlainCell(currency),
      toMoneyCell(earned_minor, currency),
    ]),
    sizes: rows.map(({ earned_minor }) => earned_minor),
  }
}

const toMonthColumn = ({ month, earned_minor, received_minor }: Reports['by_month'][number]): MonthColumn => ({
  key: month,
  label: formatMonthOnly(`${month}-01`),
  amounts: [earned_minor, received_minor],
})

/** Whether rows are several months of one currency. Amounts of different currencies cannot be compared. */
const hasSeveralMonths = (rows: Reports['by_month']) =>
  rows.length > 1 && new Set(rows.map(({ currency }) => currency)).size === 1

/** Why a period has fewer months than expected. Undefined if it has an amount in its first month. @param from its first day */
function describeStart(by_month: Reports['by_month'], from: string): string | undefined {
  const first = by_month.map(({ month }) => month).toSorted()[0]
  return first && first > from.slice(0, 7)
    ? `The first amounts of this period are in ${formatMonth(`${first}-01`)}`
    : undefined
}

/** All reports as tables, in the order in which they are shown. @param from the first day of the period */
export function createReportTables(reports: Reports, from?: string): ReportTable[] {
  const { by_month, rooms, sessions, outstanding } = reports
  const startNote = from && describeStart(by_month, from)
  return [
    {
      id: 'revenue-by-month',
      title: 'Revenue by month',
      ...(startNote && { note: startNote }),
      columns: ['Month', 'Currency', 'Earned', 'Received'],
      columnNotes: { Earned: 'without tax', Received: 'with tax' },
      rows: by_month.map(({ month, currency, earned_minor, received_minor }) => [
        toMonthCell(month),
        toPlainCell(currency),
        toMoneyCell(earned_minor, currency),
        toMoneyCell(received_minor, currency),
      ]),
      sizes: by_month.map(({ earned_minor }) => earned_minor),
      ...(hasSeveralMonths(by_month) && { months: by_month.map(toMonthColumn) }),
      totals: sumByCurrency(
        by_month,
        [({ earned_minor }) => earned_minor, toMoneyCell],
        [({ received_minor }) => received_minor, toMoneyCell],
      ),
    },
    createRevenueTable(
      'revenue-by-service',
      { title: 'Revenue by service', heading: 'Service', missingName: 'Without a session' },
      reports.by_service,
      by_month,
    ),
    createRevenueTable(
      'revenue-by-room',
      { title: 'Revenue by room', heading: 'Room', missingName: 'Without a room' },
      reports.by_room,
      by_month,
    ),
    createRevenueTable(
      'revenue-by-client',
      { title: 'Revenue by client', heading: 'Client', missingName: 'Without a client' },
      reports.by_client,
      by_month,
    ),
    {
      id: 'room-utilization',
      title: 'Room utilization',
      columns: ['Room', 'Booked', 'Open', 'Share'],
      rows: rooms.map(({ name, booked_minutes, open_minutes }) => [
        toPlainCell(name),
        toHoursCell(booked_minutes),
        toHoursCell(open_minutes),
        toPercentCell(booked_minutes, open_minutes),
      ]),
      areShares: true,
      sizes: rooms.map(({ booked_minutes, open_minutes }) => shareOf(booked_minutes, open_minutes)),
    },
    {
      id: 'lead-time',
      title: 'Average lead time',
      columns: ['Month', 'Sessions', 'Booked before the start'],
      rows: sessions.map(({ month, sessions: count, lead_minutes }) => [
        toMonthCell(month),
        toPlainCell(count),
        toLeadTimeCell(lead_minutes),
      ]),
    },
    {
      id: 'cancellations',
      title: 'Cancellations and no-shows',
      columns: ['Month', 'Sessions', 'Cancelled', 'No-shows', 'Share'],
      rows: sessions.map(({ month, sessions: count, cancelled, no_shows }) => [
        toMonthCell(month),
        toPlainCell(count),
        toPlainCell(cancelled),
        toPlainCell(no_shows),
        toPercentCell(cancelled + no_shows, count),
      ]),
    },
    {
      id: 'outstanding',
      title: 'Outstanding by age',
      columns: ['Past due', 'Currency', 'Invoices', 'Open'],
      rows: outstanding.map(({ age, currency, invoices, open_minor }) => [
        toPlainCell(invoiceAgeLabels[age]),
        toPlainCell(currency),
        toPlainCell(invoices),
        toMoneyCell(open_minor, currency),
      ]),
      sizes: outstanding.map(({ open_minor }) => open_minor),
      totals: sumByCurrency(
        outstanding,
        [({ invoices }) => invoices, toPlainCell],
        [({ open_minor }) => open_minor, toMoneyCell],
      ),
    },
  ]
}

/** The totals of a period in a few words, with what they include. What is open is as of today. */
export function listPeriodFigures(tables: readonly ReportTable[]) {
  const sumOf = (id: string, column: string, note: string) => {
    const { columns = [], totals = [] } = tables.find((table) => table.id === id) ?? {}
    const value = totals.map((row) => row[columns.indexOf(column)]?.text).join(' + ')
    return value ? { value, note } : { value: '–' }
  }
  return [
    { title: 'Earned', ...sumOf('revenue-by-month', 'Earned', 'without tax, invoiced or not') },
    { title: 'Received', ...sumOf('revenue-by-month', 'Received', 'with tax') },
    { title: 'Open today', ...sumOf('outstanding', 'Open', 'with tax') },
  ]
}

/** Whether a period has no earnings, sessions and open invoices. Rooms alone are in every period. */
export const isEmptyPeriod = ({ rooms, by_month, by_service, by_room, by_client, sessions, outstanding }: Reports) =>
  [by_month, by_service, by_room, by_client, sessions, outstanding].every((rows) => rows.length === 0) &&
  rooms.every(({ booked_minutes }) => booked_minutes === 0)

/** A part as a share of the whole, 0 if there is no whole. */
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

/** The length of each row's bar from 0 to 1. All bars of one currency have the same scale. */
export function getBarLengths({ columns, rows, sizes = [], areShares }: ReportTable): number[] {
  if (areShares) return sizes.map((size) => Math.min(1, size))
  const currencyOf = (index: number) => rows[index]?.[columns.indexOf('Currency')]?.raw
  return sizes.map((size, index) => {
    const longest = Math.max(0, ...sizes.filter((_, rowIndex) => currencyOf(rowIndex) === currencyOf(index)))
    return longest === 0 ? 0 : Math.max(0, size) / longest
  })
}

/** The rows of a table for a CSV file, with its headings. */
export const toCsvRows = ({ columns, rows }: ReportTable): (string | number)[][] => [
  [...columns],
  ...rows.map((row) => row.map(({ raw }) => raw)),
]

/** The indexes of the columns on the screen. A currency column with only one value is left out: amounts show their currency. */
export function listShownColumns({ columns, rows }: ReportTable): number[] {
  const indexes = columns.map((_, index) => index)
  const currencyIndex = columns.indexOf('Currency')
  const hasOneCurrency = new Set(rows.map((row) => row[currencyIndex]?.raw)).size <= 1
  return hasOneCurrency ? indexes.filter((index) => index !== currencyIndex) : indexes
}
