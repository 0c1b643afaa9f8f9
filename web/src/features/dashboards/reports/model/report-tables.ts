import type { EarnedAmount, Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { invoiceAgeLabels } from '@studiohub/contract/features/dashboards/reports/words.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { alignedMoneyText, moneyField } from '@studiohub/contract/shared/money.ts'

/** One cell: the text on the screen, and the value in the file. */
export type Cell = { text: string; raw: string | number }

/** A report as a table. The first column has names. `sizes` has the number that the bar of each row shows. */
export type ReportTable = {
  id: string
  title: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  sizes: readonly number[]
  /** Whether the sizes are shares from 0 to 1. Otherwise the bars only compare the rows with each other. */
  areShares?: boolean
  /** The sums of the amounts, one row for each currency. */
  totals?: readonly (readonly Cell[])[]
}

const MINUTES_AN_HOUR = 60
const HOURS_A_DAY = 24

const plainCell = (value: string | number): Cell => ({ text: String(value), raw: value })
const moneyCell = (minor: number, currency: string): Cell => ({
  text: alignedMoneyText(minor, currency),
  raw: moneyField(minor, currency),
})

const formatMonth = dateFormat({ month: 'short', year: 'numeric' })
const monthCell = (month: string): Cell => ({ text: formatMonth(`${month}-01`), raw: month })

const hoursCell = (minutes: number): Cell => ({
  text: `${Number((minutes / MINUTES_AN_HOUR).toFixed(1))} h`,
  raw: Number((minutes / MINUTES_AN_HOUR).toFixed(2)),
})

const percentCell = (part: number, total: number): Cell => {
  const share = total === 0 ? 0 : Math.round((100 * part) / total)
  return { text: `${share}%`, raw: share }
}

/** '3 days' or, for less than two days, '36 h'. */
function leadCell(minutes: number | null): Cell {
  if (minutes === null) return { text: '', raw: '' }
  const leadHours = minutes / MINUTES_AN_HOUR
  const text =
    leadHours < 2 * HOURS_A_DAY ? `${Math.round(leadHours)} h` : `${Math.round(leadHours / HOURS_A_DAY)} days`
  return { text, raw: Number(leadHours.toFixed(1)) }
}

/** One cell of a total: the number of each row that is added up, and how the sum is shown. */
type Sum<Row> = [numberOf: (row: Row) => number, toCell: (sum: number, currency: string) => Cell]

/** The totals of rows, for each currency. */
function totalsOf<Row extends { currency: string }>(rows: readonly Row[], ...sums: readonly Sum<Row>[]): Cell[][] {
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const summed = rows.filter((row) => row.currency === currency)
    const cells = sums.map(([numberOf, toCell]) =>
      toCell(
        summed.reduce((sum, row) => sum + numberOf(row), 0),
        currency,
      ),
    )
    return [plainCell('Total'), plainCell(currency), ...cells]
  })
}

function revenueTable(
  id: string,
  { title, heading, missingName }: Record<'title' | 'heading' | 'missingName', string>,
  rows: readonly EarnedAmount[],
  months: Reports['by_month'],
): ReportTable {
  return {
    ...{ id, title, columns: [heading, 'Currency', 'Earned'] },
    // The months have all earnings. A long list of clients is cut.
    totals: totalsOf(months, [({ earned_minor }) => earned_minor, moneyCell]),
    rows: rows.map(({ name, currency, earned_minor }) => [
      plainCell(name ?? missingName),
      plainCell(currency),
      moneyCell(earned_minor, currency),
    ]),
    sizes: rows.map(({ earned_minor }) => earned_minor),
  }
}

/** All reports as tables, in the order in which they are shown. */
export function reportTables(reports: Reports): ReportTable[] {
  const { by_month, rooms, sessions, outstanding } = reports
  return [
    {
      ...{ id: 'revenue-by-month', title: 'Revenue by month', columns: ['Month', 'Currency', 'Earned', 'Received'] },
      rows: by_month.map(({ month, currency, earned_minor, received_minor }) => [
        ...[monthCell(month), plainCell(currency)],
        ...[moneyCell(earned_minor, currency), moneyCell(received_minor, currency)],
      ]),
      sizes: by_month.map(({ earned_minor }) => earned_minor),
      totals: totalsOf(
        by_month,
        [({ earned_minor }) => earned_minor, moneyCell],
        [({ received_minor }) => received_minor, moneyCell],
      ),
    },
    revenueTable(
      'revenue-by-service',
      { title: 'Revenue by service', heading: 'Service', missingName: 'Without a session' },
      reports.by_service,
      by_month,
    ),
    revenueTable(
      'revenue-by-room',
      { title: 'Revenue by room', heading: 'Room', missingName: 'Without a room' },
      reports.by_room,
      by_month,
    ),
    revenueTable(
      'revenue-by-client',
      { title: 'Revenue by client', heading: 'Client', missingName: 'Without a client' },
      reports.by_client,
      by_month,
    ),
    {
      ...{ id: 'room-utilization', title: 'Room utilization', columns: ['Room', 'Booked', 'Open', 'Share'] },
      rows: rooms.map(({ name, booked_minutes, open_minutes }) => [
        ...[
          plainCell(name),
          hoursCell(booked_minutes),
          hoursCell(open_minutes),
          percentCell(booked_minutes, open_minutes),
        ],
      ]),
      areShares: true,
      sizes: rooms.map(({ booked_minutes, open_minutes }) => (open_minutes === 0 ? 0 : booked_minutes / open_minutes)),
    },
    {
      ...{ id: 'lead-time', title: 'Average lead time', columns: ['Month', 'Sessions', 'Booked before the start'] },
      rows: sessions.map(({ month, sessions: count, lead_minutes }) => [
        ...[monthCell(month), plainCell(count), leadCell(lead_minutes)],
      ]),
      sizes: sessions.map(({ lead_minutes }) => lead_minutes ?? 0),
    },
    {
      ...{ id: 'cancellations', title: 'Cancellations and no-shows' },
      columns: ['Month', 'Sessions', 'Cancelled', 'No-shows', 'Share'],
      rows: sessions.map(({ month, sessions: count, cancelled, no_shows }) => [
        ...[
          monthCell(month),
          plainCell(count),
          plainCell(cancelled),
          plainCell(no_shows),
          percentCell(cancelled + no_shows, count),
        ],
      ]),
      sizes: sessions.map(({ cancelled, no_shows }) => cancelled + no_shows),
    },
    {
      ...{ id: 'outstanding', title: 'Outstanding by age', columns: ['Past due', 'Currency', 'Invoices', 'Open'] },
      rows: outstanding.map(({ age, currency, invoices, open_minor }) => [
        ...[
          plainCell(invoiceAgeLabels[age]),
          plainCell(currency),
          plainCell(invoices),
          moneyCell(open_minor, currency),
        ],
      ]),
      sizes: outstanding.map(({ open_minor }) => open_minor),
      totals: totalsOf(
        outstanding,
        [({ invoices }) => invoices, plainCell],
        [({ open_minor }) => open_minor, moneyCell],
      ),
    },
  ]
}

/** The length of each row's bar from 0 to 1. All bars of one currency have the same scale. */
export function barLengths({ columns, rows, sizes, areShares }: ReportTable): number[] {
  if (areShares) return sizes.map((size) => Math.min(1, size))
  const currencyOf = (index: number) => rows[index]?.[columns.indexOf('Currency')]?.raw
  return sizes.map((size, index) => {
    const longest = Math.max(0, ...sizes.filter((_, other) => currencyOf(other) === currencyOf(index)))
    return longest === 0 ? 0 : Math.max(0, size) / longest
  })
}

/** The rows of a table for a CSV file, with its headings. */
export const csvRows = ({ columns, rows }: ReportTable): (string | number)[][] => [
  [...columns],
  ...rows.map((row) => row.map(({ raw }) => raw)),
]

/** The indexes of the columns on the screen. A currency column with only one value is left out: amounts show their currency. */
export function shownColumns({ columns, rows }: ReportTable): number[] {
  const indexes = columns.map((_, index) => index)
  const currencyIndex = columns.indexOf('Currency')
  const hasOneCurrency = new Set(rows.map((row) => row[currencyIndex]?.raw)).size <= 1
  return hasOneCurrency ? indexes.filter((index) => index !== currencyIndex) : indexes
}
