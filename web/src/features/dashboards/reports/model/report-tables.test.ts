import type { Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { expect, test } from 'vitest'
import {
  createReportTables,
  getBarLengths,
  isEmptyPeriod,
  listPeriodFigures,
  listShownColumns,
  toCsvRows,
} from './report-tables.ts'

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
const tables = Object.fromEntries(createReportTables(reports).map((table) => [table.id, table]))
const shownTexts = (id: string) => tables[id]?.rows.map((row) => row.map(({ text }) => text))

test('the screen shows amounts with a currency sign, and the CSV file has plain decimal numbers', () => {
  expect(shownTexts('revenue-by-month')).toEqual([['Nov 2026', 'JPY', '¥12,000', '¥500']])
  const [byMonth, byService] = [tables['revenue-by-month'], tables['revenue-by-service']]
  expect(byMonth && toCsvRows(byMonth)).toEqual([
    ['Month', 'Currency', 'Earned', 'Received'],
    ['2026-11', 'JPY', '12000', '500'],
  ])
  expect(byService && toCsvRows(byService)[1]).toEqual(['Without a session', 'EUR', '-20.50'])
})

test('revenue by month has a chart over time only for several months of one currency', () => {
  const [november] = reports.by_month
  if (!november) throw new Error('The reports must have a month')
  const december = { ...november, month: '2026-12', received_minor: 0 }
  const chartOf = (by_month: Reports['by_month']) => createReportTables({ ...reports, by_month })[0]?.months
  expect(chartOf([november])).toBeUndefined()
  expect(chartOf([november, { ...december, currency: 'EUR' }])).toBeUndefined()
  expect(chartOf([november, december])).toEqual([
    { key: '2026-11', label: 'Nov', amounts: [12_000, 500] },
    { key: '2026-12', label: 'Dec', amounts: [12_000, 0] },
  ])
})

test('the screen shows percentages, hours and the age of invoices as text', () => {
  expect(shownTexts('room-utilization')).toEqual([['Live Room', '1.5 h', '6 h', '25%']])
  expect(shownTexts('lead-time')).toEqual([['Nov 2026', '4', '3 days']])
  expect(shownTexts('cancellations')).toEqual([['Nov 2026', '4', '1', '1', '50%']])
  expect(shownTexts('outstanding')).toEqual([['More than 90 days', 'EUR', '2', '€1.00']])
})

test('a share above 0 that would be rounded to 0 is less than 1%, and the CSV file has the number', () => {
  const cellOf = (booked_minutes: number, open_minutes: number) => {
    const rooms = [{ id: 'r', name: 'Live Room', booked_minutes, open_minutes }]
    return createReportTables({ ...reports, rooms }).find(({ id }) => id === 'room-utilization')?.rows[0]?.[3]
  }
  expect(cellOf(1, 1_000)).toEqual({ text: '<1%', raw: 0 })
  expect(cellOf(6, 1_000)).toEqual({ text: '1%', raw: 1 })
  expect(cellOf(0, 1_000)).toEqual({ text: '0%', raw: 0 })
  expect(cellOf(60, 0)).toEqual({ text: '0%', raw: 0 })
})

test('the screen shows the currency column of a report only if there are several currencies', () => {
  const [first] = reports.by_month
  const twoCurrencies = first ? [first, { ...first, currency: 'EUR' }] : []
  const columnsOf = (data: Reports, id: string) => {
    const table = createReportTables(data).find(({ id: tableId }) => tableId === id)
    return table && listShownColumns(table)
  }
  expect(columnsOf(reports, 'revenue-by-month')).toEqual([0, 2, 3])
  expect(columnsOf({ ...reports, by_month: twoCurrencies }, 'revenue-by-month')).toEqual([0, 1, 2, 3])
  expect(columnsOf(reports, 'lead-time')).toEqual([0, 1, 2])
})

test('reports of money end with a total for each currency, also if their list of names is cut', () => {
  const [month, service] = [reports.by_month[0], reports.by_service[0]]
  if (!month || !service) throw new Error('The reports must have a month and a service')
  const euros = { ...month, currency: 'EUR', earned_minor: 1_000, received_minor: 250 }
  const data = { ...reports, by_month: [month, euros, { ...euros, month: '2026-12' }] }
  const totalsOf = (id: string) =>
    createReportTables(data)
      .find((table) => table.id === id)
      ?.totals?.map((row) => row.map(({ text }) => text))
  expect(totalsOf('revenue-by-month')).toEqual([
    ['Total', 'JPY', '¥12,000', '¥500'],
    ['Total', 'EUR', '€20.00', '€5.00'],
  ])
  expect(totalsOf('revenue-by-client')).toEqual([
    ['Total', 'JPY', '¥12,000'],
    ['Total', 'EUR', '€20.00'],
  ])
  expect(totalsOf('outstanding')).toEqual([['Total', 'EUR', '2', '€1.00']])
  expect(totalsOf('lead-time')).toBeUndefined()
})

test('bars have one scale for each currency, and negative amounts have no bar', () => {
  const [service] = reports.by_service
  if (!service) throw new Error('The reports must have a service')
  const amounts = [
    { ...service, currency: 'EUR', earned_minor: 400 },
    { ...service, currency: 'EUR', earned_minor: 100 },
    { ...service, currency: 'JPY', earned_minor: 9_000 },
    { ...service, currency: 'EUR', earned_minor: -50 },
  ]
  const table = createReportTables({ ...reports, by_service: amounts }).find(({ id }) => id === 'revenue-by-service')
  expect(table && getBarLengths(table)).toEqual([1, 0.25, 1, 0])
  const utilization = tables['room-utilization']
  expect(utilization && getBarLengths(utilization)).toEqual([0.25])
  const cancellations = createReportTables(reports).find(({ id }) => id === 'cancellations')
  expect(cancellations && getBarLengths(cancellations)).toEqual([])
})

test('a period with only unused rooms is empty', () => {
  const rooms = [{ id: 'r', name: 'Live Room', booked_minutes: 0, open_minutes: 360 }]
  const unused = { ...reports, by_month: [], by_service: [], rooms, sessions: [], outstanding: [] }
  expect(isEmptyPeriod(unused)).toBe(true)
  expect(isEmptyPeriod({ ...unused, outstanding: reports.outstanding })).toBe(false)
  expect(isEmptyPeriod({ ...unused, rooms: reports.rooms })).toBe(false)
})

test('the totals of a period are what was earned and received, and what is open', () => {
  const [month] = reports.by_month
  if (!month) throw new Error('The reports must have a month')
  const euros = { ...month, currency: 'EUR', earned_minor: 1_000, received_minor: 250 }
  const figuresOf = (data: Reports) =>
    listPeriodFigures(createReportTables(data)).map(({ title, value }) => [title, value])
  expect(figuresOf({ ...reports, by_month: [month, euros] })).toEqual([
    ['Earned', '¥12,000 + €10.00'],
    ['Received', '¥500 + €2.50'],
    ['Open today', '€1.00'],
  ])
  expect(figuresOf({ ...reports, by_month: [], outstanding: [] })).toEqual([
    ['Earned', '–'],
    ['Received', '–'],
    ['Open today', '–'],
  ])
})

test('revenue by month says from which month on a period has amounts, unless that is its first month', () => {
  const noteOf = (from: string, data = reports) => createReportTables(data, from)[0]?.note
  expect(noteOf('2025-12-01')).toBe('The first amounts of this period are in Nov 2026')
  expect(noteOf('2026-11-05')).toBeUndefined()
  expect(noteOf('2025-12-01', { ...reports, by_month: [] })).toBeUndefined()
})
