import { expect, test } from 'vitest'
import { dayAfterKey, getMonthRange, getWeeks, shiftMonth, tabStop } from './month-grid.ts'

test('a week runs from Sunday to Saturday', () => {
  expect(getWeeks('2026-11')[0]).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
  ])
})

test('every day of a month is in its grid exactly once, in every time zone', () => {
  for (const month of ['2026-03', '2026-10', '2026-11', '2027-02', '2028-02', '2011-12', '2026-04']) {
    const days = getWeeks(month).flat()
    expect(new Set(days).size).toBe(days.length)
    const own = days.filter((day) => day.startsWith(month))
    expect(own.at(0)).toBe(`${month}-01`)
    expect(own).toHaveLength(Temporal.PlainYearMonth.from(month).daysInMonth)
  }
})

test('a grid has only the weeks of its month', () => {
  expect(getWeeks('2026-02')).toHaveLength(4)
  expect(getWeeks('2026-11')).toHaveLength(5)
  expect(getWeeks('2026-08')).toHaveLength(6)
})

test('the range of a month is what its grid shows, and at most six weeks', () => {
  expect(getMonthRange('2026-08')).toEqual({ from: '2026-07-26', to: '2026-09-05' })
  expect(getMonthRange('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

test('the months before and after cross the year', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
})

test('arrow keys move by days and weeks, Home and End within the week, Page keys by months', () => {
  const from = '2026-03-29'
  expect(dayAfterKey(from, 'ArrowLeft')).toBe('2026-03-28')
  expect(dayAfterKey(from, 'ArrowRight')).toBe('2026-03-30')
  expect(dayAfterKey(from, 'ArrowUp')).toBe('2026-03-22')
  expect(dayAfterKey(from, 'ArrowDown')).toBe('2026-04-05')
  expect(dayAfterKey('2026-03-31', 'Home')).toBe('2026-03-29')
  expect(dayAfterKey('2026-03-31', 'End')).toBe('2026-04-04')
  expect(dayAfterKey('2026-03-31', 'PageUp')).toBe('2026-02-28')
  expect(dayAfterKey('2026-01-31', 'PageDown')).toBe('2026-02-28')
})

test('a key that moves nothing is not handled', () => {
  expect(dayAfterKey('2026-03-29', 'a')).toBeNull()
  expect(dayAfterKey('2026-03-29', 'Enter')).toBeNull()
})

test('Tab reaches the last visited day, else today, else the first of the month', () => {
  expect(tabStop('2026-11', '2026-11-09', '2026-11-21')).toBe('2026-11-09')
  expect(tabStop('2026-11', '2026-12-02', '2026-11-21')).toBe('2026-12-02')
  expect(tabStop('2026-11', '2026-03-02', '2026-11-21')).toBe('2026-11-21')
  expect(tabStop('2026-12', null, '2026-11-21')).toBe('2026-12-01')
})
