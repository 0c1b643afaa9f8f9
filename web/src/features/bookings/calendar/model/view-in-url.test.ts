import { expect, test } from 'vitest'
import { noFilters } from '#features/bookings/model/filters.ts'
import {
  calendarViews,
  changeView,
  getChosenDay,
  getShownDay,
  readUrlState,
  type UrlState,
  writeUrlState,
} from './view-in-url.ts'

const today = '2026-11-21'
const defaultState = {
  tab: 'calendar',
  view: 'month',
  month: '2026-11',
  date: today,
  show: 'all',
  filters: noFilters,
} as const
const read = (query: string, isPhone = false) => readUrlState(new URLSearchParams(query), today, isPhone)
const write = (params: URLSearchParams, state: UrlState, isPhone = false) =>
  writeUrlState(params, state, today, isPhone)

test('a URL without parameters shows the current month', () => {
  expect(read('')).toEqual(defaultState)
})

test('a phone shows the current week, unless a view or a month was chosen', () => {
  expect(read('', true).view).toBe('week')
  expect(read('date=2026-12-02', true).view).toBe('week')
  expect(read('view=month', true).view).toBe('month')
  expect(read('month=2026-12', true).view).toBe('month')
  for (const view of calendarViews) {
    for (const month of ['2026-11', '2027-01']) {
      const state = { ...defaultState, view, month }
      expect(readUrlState(write(new URLSearchParams(), state, true), today, true)).toEqual(state)
    }
  }
  expect(write(new URLSearchParams('view=month'), { ...defaultState, view: 'week' }, true).toString()).toBe('')
})

test('a reload keeps the tab and the month', () => {
  expect(read('tab=list&month=2027-01&show=pending')).toEqual({
    ...defaultState,
    tab: 'list',
    month: '2027-01',
    show: 'pending',
  })
})

test('invalid values in the URL are ignored', () => {
  expect(read('tab=week&month=2026-13&show=everything')).toEqual(defaultState)
  expect(read('month=0001-01')).toEqual(defaultState)
  expect(read('month=2026-11-01')).toEqual(defaultState)
})

test('a reload keeps the week, the day and the filters', () => {
  expect(read('view=week&date=2026-12-02&room=r1&status=pending')).toEqual({
    ...defaultState,
    view: 'week',
    date: '2026-12-02',
    filters: { ...noFilters, room: 'r1', status: 'pending' },
  })
  expect(read('view=year&date=2026-02-30&status=lost')).toEqual(defaultState)
  expect(read('date=1969-12-31')).toEqual(defaultState)
})

test('a filter is added to the URL and removed from it', () => {
  const filtered = {
    ...defaultState,
    view: 'day',
    date: '2026-12-02',
    filters: { ...noFilters, client: 'c1' },
  } as const
  const address = write(new URLSearchParams('room=r1'), filtered)
  expect(address.toString()).toBe('view=day&date=2026-12-02&client=c1')
  expect(write(address, defaultState).toString()).toBe('')
})

test('another view shows the same days', () => {
  expect(changeView({ ...defaultState, month: '2027-01' }, 'week', today)).toMatchObject({
    view: 'week',
    date: '2027-01-01',
  })
  expect(changeView(defaultState, 'day', today)).toMatchObject({ view: 'day', date: today })
  expect(changeView({ ...defaultState, view: 'week', date: '2027-01-15' }, 'month', today)).toMatchObject({
    month: '2027-01',
    date: '2027-01-15',
  })
  expect(changeView({ ...defaultState, view: 'week', date: '2027-01-15' }, 'day', today)).toMatchObject({
    date: '2027-01-15',
  })
})

test('a month shows its chosen day, else today, else its first day', () => {
  expect(getChosenDay({ ...defaultState, month: '2027-01', date: '2027-01-15' }, today)).toBe('2027-01-15')
  expect(getChosenDay({ ...defaultState, date: '2027-01-15' }, today)).toBe(today)
  expect(getChosenDay({ ...defaultState, month: '2027-01' }, today)).toBe('2027-01-01')
})

test('one day is shown in the day view, and on phones in every view of the calendar', () => {
  expect(getShownDay({ ...defaultState, view: 'day', date: '2026-12-02' }, today, false)).toBe('2026-12-02')
  expect(getShownDay({ ...defaultState, view: 'week', date: '2026-12-02' }, today, false)).toBe('')
  expect(getShownDay({ ...defaultState, view: 'week', date: '2026-12-02' }, today, true)).toBe('2026-12-02')
  expect(getShownDay({ ...defaultState, tab: 'list' }, today, true)).toBe('')
})

test('the URL has no default values, and other parameters stay', () => {
  const params = new URLSearchParams('tab=list&month=2027-01&from=mail')
  expect(write(params, defaultState).toString()).toBe('from=mail')
  expect(write(params, { ...defaultState, tab: 'list', month: '2026-12', show: 'upcoming' }).toString()).toBe(
    'tab=list&month=2026-12&from=mail&show=upcoming',
  )
})
