import type { Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { expect, test } from 'vitest'
import { csvRows, reportTables, shownColumns } from './report-tables.ts'

const reports: Reports = {
  today: '2026-11-23',
  by_month: [{ month: '2026-11', currency: 'JPY', earned_minor: 12_000, received_minor: 500 }],
  by_service: [{ id: null, name: null, currency: 'EUR', earned_minor: -2_050 }],
  by_room: [],
  by_client: [],
  rooms: [{ id: 'r', name: 'Live Room', booked_minutes: 90, open_minutes: 360 }],
  sessions: [{ month: '2026-11', sessions: 4, cancelled: 1, no_shows: 1, lead_minutes: 4_320 }],
  outstanding: [{ age: 'older', currency: 'EUR', invoices: 2, open_minor: 100 }],
}
const tables = Object.fromEntries(reportTables(reports).map((table) => [table.id, table]))
const shown = (id: string) => tables[id]?.rows.map((row) => row.map(({ text }) => text))

test('amounts are shown with their currency and written as plain decimals', () => {
  expect(shown('revenue-by-month')).toEqual([['Nov 2026', 'JPY', '¥12,000', '¥500']])
  const [byMonth, byService] = [tables['revenue-by-month'], tables['revenue-by-service']]
  expect(byMonth && csvRows(byMonth)).toEqual([
    ['Month', 'Currency', 'Earned', 'Received'],
    ['2026-11', 'JPY', '12000', '500'],
  ])
  expect(byService && csvRows(byService)[1]).toEqual(['Without a session', 'EUR', '-20.50'])
})

test('shares, times and ages are words', () => {
  expect(shown('room-utilization')).toEqual([['Live Room', '1.5 h', '6 h', '25%']])
  expect(shown('lead-time')).toEqual([['Nov 2026', '4', '3 days']])
  expect(shown('cancellations')).toEqual([['Nov 2026', '4', '1', '1', '50%']])
  expect(shown('outstanding')).toEqual([['More than 90 days', 'EUR', '2', '€1']])
})

test('a screen names the currency only where there are several', () => {
  const [first] = reports.by_month
  const both = first ? [first, { ...first, currency: 'EUR' }] : []
  const columnsOf = (all: Reports, id: string) => {
    const table = reportTables(all).find((one) => one.id === id)
    return table && shownColumns(table)
  }
  expect(columnsOf(reports, 'revenue-by-month')).toEqual([0, 2, 3])
  expect(columnsOf({ ...reports, by_month: both }, 'revenue-by-month')).toEqual([0, 1, 2, 3])
  expect(columnsOf(reports, 'lead-time')).toEqual([0, 1, 2])
})
