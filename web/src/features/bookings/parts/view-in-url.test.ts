import { expect, test } from 'vitest'
import { readUrl, writeUrl } from './view-in-url.ts'

const today = '2026-11-21'
const read = (query: string) => readUrl(new URLSearchParams(query), today)

test('a bare address is the calendar of this month', () => {
  expect(read('')).toEqual({ view: 'calendar', month: '2026-11', show: 'all' })
})

test('a reload keeps the tab and the month', () => {
  expect(read('tab=list&month=2027-01&show=pending')).toEqual({ view: 'list', month: '2027-01', show: 'pending' })
})

test('what makes no sense in an address is understood as if it were not there', () => {
  expect(read('tab=week&month=2026-13&show=everything')).toEqual({ view: 'calendar', month: '2026-11', show: 'all' })
  expect(read('month=0001-01')).toEqual({ view: 'calendar', month: '2026-11', show: 'all' })
  expect(read('month=2026-11-01')).toEqual({ view: 'calendar', month: '2026-11', show: 'all' })
})

test('the address is the shortest that says the same, and keeps what is not ours', () => {
  const params = new URLSearchParams('tab=list&month=2027-01&from=mail')
  expect(writeUrl(params, { view: 'calendar', month: '2026-11', show: 'all' }, today).toString()).toBe('from=mail')
  expect(writeUrl(params, { view: 'list', month: '2026-12', show: 'upcoming' }, today).toString()).toBe(
    'tab=list&month=2026-12&from=mail&show=upcoming',
  )
})
