import type { EarnedAmount, Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { invoiceAgeLabels } from '@studiohub/contract/features/dashboards/reports/words.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { moneyField, moneyText } from '@studiohub/contract/shared/money.ts'

/** One cell: the text on the screen, and the value in the file. */
export type Cell = { text: string; raw: string | number }

/** A report as a table. Its first column has names, and `sizes` has a number for each row of the chart. */
export type ReportTable = {
  id: string
  title: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  sizes: readonly number[]
  /** Whether the sizes are shares of one whole; otherwise they are only compared with each other. */
  areShares?: boolean
}

const MINUTES_AN_HOUR = 60
const HOURS_A_DAY = 24

const plain = (value: string | number): Cell => ({ text: String(value), raw: value })
const money = (minor: number, currency: string): Cell => ({
  text: moneyText(minor, currency),
  raw: moneyField(minor, currency),
})

const formatMonth = dateFormat({ month: 'short', year: 'numeric' })
const monthCell = (month: string): Cell => ({ text: formatMonth(`${month}-01`), raw: month })

const hours = (minutes: number): Cell => ({
  text: `${Number((minutes / MINUTES_AN_HOUR).toFixed(1))} h`,
  raw: Number((minutes / MINUTES_AN_HOUR).toFixed(2)),
})

const percent = (part: number, whole: number): Cell => {
  const share = whole === 0 ? 0 : Math.round((100 * part) / whole)
  return { text: `${share}%`, raw: share }
}

/** 'Booked 3 days before', in days or, below two days, in hours. */
function leadText(minutes: number | null): Cell {
  if (minutes === null) return { text: '', raw: '' }
  const lead = minutes / MINUTES_AN_HOUR
  const text = lead < 2 * HOURS_A_DAY ? `${Math.round(lead)} h` : `${Math.round(lead / HOURS_A_DAY)} days`
  return { text, raw: Number(lead.toFixed(1)) }
}

function earnedTable(
  id: string,
  { title, heading, rest }: Record<'title' | 'heading' | 'rest', string>,
  rows: readonly EarnedAmount[],
): ReportTable {
  return {
    ...{ id, title, columns: [heading, 'Currency', 'Earned'] },
    rows: rows.map(({ name, currency, earned_minor }) => [
      plain(name ?? rest),
      plain(currency),
      money(earned_minor, currency),
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
        ...[monthCell(month), plain(currency)],
        ...[money(earned_minor, currency), money(received_minor, currency)],
      ]),
      sizes: by_month.map(({ earned_minor }) => earned_minor),
    },
    earnedTable(
      'revenue-by-service',
      { title: 'Revenue by service', heading: 'Service', rest: 'Without a session' },
      reports.by_service,
    ),
    earnedTable(
      'revenue-by-room',
      { title: 'Revenue by room', heading: 'Room', rest: 'Without a room' },
      reports.by_room,
    ),
    earnedTable(
      'revenue-by-client',
      { title: 'Revenue by client', heading: 'Client', rest: 'Without a client' },
      reports.by_client,
    ),
    {
      ...{ id: 'room-utilization', title: 'Room utilization', columns: ['Room', 'Booked', 'Open', 'Share'] },
      rows: rooms.map(({ name, booked_minutes, open_minutes }) => [
        ...[plain(name), hours(booked_minutes), hours(open_minutes), percent(booked_minutes, open_minutes)],
      ]),
      areShares: true,
      sizes: rooms.map(({ booked_minutes, open_minutes }) => (open_minutes === 0 ? 0 : booked_minutes / open_minutes)),
    },
    {
      ...{ id: 'lead-time', title: 'Average lead time', columns: ['Month', 'Sessions', 'Booked before the start'] },
      rows: sessions.map(({ month, sessions: count, lead_minutes }) => [
        ...[monthCell(month), plain(count), leadText(lead_minutes)],
      ]),
      sizes: sessions.map(({ lead_minutes }) => lead_minutes ?? 0),
    },
    {
      ...{ id: 'cancellations', title: 'Cancellations and no-shows' },
      columns: ['Month', 'Sessions', 'Cancelled', 'No-shows', 'Share'],
      rows: sessions.map(({ month, sessions: count, cancelled, no_shows }) => [
        ...[monthCell(month), plain(count), plain(cancelled), plain(no_shows), percent(cancelled + no_shows, count)],
      ]),
      sizes: sessions.map(({ cancelled, no_shows }) => cancelled + no_shows),
    },
    {
      ...{ id: 'outstanding', title: 'Outstanding by age', columns: ['Past due', 'Currency', 'Invoices', 'Open'] },
      rows: outstanding.map(({ age, currency, invoices, open_minor }) => [
        ...[plain(invoiceAgeLabels[age]), plain(currency), plain(invoices), money(open_minor, currency)],
      ]),
      sizes: outstanding.map(({ open_minor }) => open_minor),
    },
  ]
}

/** The rows of a table for a CSV file, with its headings. */
export const csvRows = ({ columns, rows }: ReportTable): (string | number)[][] => [
  [...columns],
  ...rows.map((row) => row.map(({ raw }) => raw)),
]

/** The indexes of the columns to show. Amounts have their currency, so a column with a single currency is left out. */
export function shownColumns({ columns, rows }: ReportTable): number[] {
  const all = columns.map((_, index) => index)
  const currency = columns.indexOf('Currency')
  const isOne = new Set(rows.map((row) => row[currency]?.raw)).size <= 1
  return isOne ? all.filter((index) => index !== currency) : all
}
