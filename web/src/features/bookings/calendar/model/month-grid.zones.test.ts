import { expect, test } from 'vitest'
import { dayAfterKey, findTabStop, getMonthRange, getWeeks, shiftMonth } from './month-grid.ts'

const [SUNDAY, MONDAY, SATURDAY] = [0, 1, 6]

test('a week runs from Sunday to Saturday', () => {
  expect(getWeeks('2026-11', SUNDAY)[0]).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
  ])
})

test('a week begins on the day that the studio chose', () => {
  expect(getWeeks('2026-11', MONDAY)[0]?.[0]).toBe('2026-10-26')
  expect(getWeeks('2026-11', MONDAY).at(-1)?.at(-1)).toBe('2026-12-06')
  expect(getWeeks('2026-11', SATURDAY)[0]?.[0]).toBe('2026-10-31')
  expect(dayAfterKey('2026-11-01', 'Home', MONDAY)).toBe('2026-10-26')
  expect(dayAfterKey('2026-11-01', 'End', MONDAY)).toBe('2026-11-01')
  expect(getWeeks('2026-08', MONDAY)).toHaveLength(6)
})

test('every day of a month is in its grid exactly once, in every time zone', () => {
  const months = ['2026-03', '2026-10', '2026-11', '2027-02', '2028-02', '2011-12', '2026-04']
  for (const [month, weekStart] of months.flatMap((name) =>
    [SUNDAY, MONDAY, SATURDAY].map((day) => [name, day] as const),
  )) {
    const days = getWeeks(month, weekStart).flat()
    expect(new Set(days).size).toBe(days.length)
    const monthDays = days.filter((day) => day.startsWith(month))
    expect(monthDays.at(0)).toBe(`${month}-01`)
    expect(monthDays).toHaveLength(Temporal.PlainYearMonth.from(month).daysInMonth)
  }
})

test('a grid has only the weeks of its month', () => {
  expect(getWeeks('2026-02', SUNDAY)).toHaveLength(4)
  expect(getWeeks('2026-11', SUNDAY)).toHaveLength(5)
  expect(getWeeks('2026-08', SUNDAY)).toHaveLength(6)
})

test('the range of a month covers its grid, at most six weeks', () => {
  expect(getMonthRange('2026-08', SUNDAY)).toEqual({ from: '2026-07-26', to: '2026-09-05' })
  expect(getMonthRange('2026-02', SUNDAY)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

test('the next and the previous month can be in another year', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
})

test('arrow keys move by days and weeks, Home and End within the week, Page keys by months', () => {
  const from = '2026-03-29'
  expect(dayAfterKey(from, 'ArrowLeft', SUNDAY)).toBe('2026-03-28')
  expect(dayAfterKey(from, 'ArrowRight', SUNDAY)).toBe('2026-03-30')
  expect(dayAfterKey(from, 'ArrowUp', SUNDAY)).toBe('2026-03-22')
  expect(dayAfterKey(from, 'ArrowDown', SUNDAY)).toBe('2026-04-05')
  expect(dayAfterKey('2026-03-31', 'Home', SUNDAY)).toBe('2026-03-29')
  expect(dayAfterKey('2026-03-31', 'End', SUNDAY)).toBe('2026-04-04')
  expect(dayAfterKey('2026-03-31', 'PageUp', SUNDAY)).toBe('2026-02-28')
  expect(dayAfterKey('2026-01-31', 'PageDown', SUNDAY)).toBe('2026-02-28')
})

test('other keys are not handled', () => {
  expect(dayAfterKey('2026-03-29', 'a', SUNDAY)).toBeNull()
  expect(dayAfterKey('2026-03-29', 'Enter', SUNDAY)).toBeNull()
})

test('Tab reaches the last visited day, else today, else the first of the month', () => {
  expect(findTabStop('2026-11', getWeeks('2026-11', SUNDAY), '2026-11-09', '2026-11-21')).toBe('2026-11-09')
  expect(findTabStop('2026-11', getWeeks('2026-11', SUNDAY), '2026-12-02', '2026-11-21')).toBe('2026-12-02')
  expect(findTabStop('2026-11', getWeeks('2026-11', SUNDAY), '2026-03-02', '2026-11-21')).toBe('2026-11-21')
  expect(findTabStop('2026-12', getWeeks('2026-12', SUNDAY), null, '2026-11-21')).toBe('2026-12-01')
})
