import { expect, test } from 'vitest'
import { noFilters } from '#features/bookings/model/filters.ts'
import { changeScale, readUrl, writeUrl } from './view-in-url.ts'

const today = '2026-11-21'
const bare = {
  view: 'calendar',
  scale: 'month',
  month: '2026-11',
  date: today,
  show: 'all',
  filters: noFilters,
} as const
const read = (query: string) => readUrl(new URLSearchParams(query), today)

test('an address without parameters shows the current month', () => {
  expect(read('')).toEqual(bare)
})

test('a reload keeps the tab and the month', () => {
  expect(read('tab=list&month=2027-01&show=pending')).toEqual({
    ...bare,
    view: 'list',
    month: '2027-01',
    show: 'pending',
  })
})

test('invalid values in an address are ignored', () => {
  expect(read('tab=week&month=2026-13&show=everything')).toEqual(bare)
  expect(read('month=0001-01')).toEqual(bare)
  expect(read('month=2026-11-01')).toEqual(bare)
})

test('a reload keeps the week, the day and the filters', () => {
  expect(read('view=week&date=2026-12-02&room=r1&status=pending')).toEqual({
    ...bare,
    scale: 'week',
    date: '2026-12-02',
    filters: { ...noFilters, room: 'r1', status: 'pending' },
  })
  expect(read('view=year&date=2026-02-30&status=lost')).toEqual(bare)
  expect(read('date=1969-12-31')).toEqual(bare)
})

test('a filter is added to the address and removed from it', () => {
  const filtered = { ...bare, scale: 'day', date: '2026-12-02', filters: { ...noFilters, client: 'c1' } } as const
  const address = writeUrl(new URLSearchParams('room=r1'), filtered, today)
  expect(address.toString()).toBe('view=day&date=2026-12-02&client=c1')
  expect(writeUrl(address, bare, today).toString()).toBe('')
})

test('another scale shows the same days', () => {
  expect(changeScale({ ...bare, month: '2027-01' }, 'week', today)).toMatchObject({ scale: 'week', date: '2027-01-01' })
  expect(changeScale(bare, 'day', today)).toMatchObject({ scale: 'day', date: today })
  expect(changeScale({ ...bare, scale: 'week', date: '2027-01-15' }, 'month', today)).toMatchObject({
    month: '2027-01',
  })
  expect(changeScale({ ...bare, scale: 'week', date: '2027-01-15' }, 'day', today)).toMatchObject({
    date: '2027-01-15',
  })
})

test('the address is as short as possible, and keeps foreign parameters', () => {
  const params = new URLSearchParams('tab=list&month=2027-01&from=mail')
  expect(writeUrl(params, bare, today).toString()).toBe('from=mail')
  expect(writeUrl(params, { ...bare, view: 'list', month: '2026-12', show: 'upcoming' }, today).toString()).toBe(
    'tab=list&month=2026-12&from=mail&show=upcoming',
  )
})
