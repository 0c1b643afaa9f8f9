import { expect, test } from 'vitest'
import { type DateRules, readCompleteDate, readDate } from './read-date.ts'

const american: DateRules = { isMonthFirst: true, today: '2026-11-23' }
const british: DateRules = { isMonthFirst: false, today: '2026-11-23' }

test.each([
  ['12/1/2026', '2026-12-01', '2026-01-12'],
  ['12.01.2026', '2026-12-01', '2026-01-12'],
  ['12-1-26', '2026-12-01', '2026-01-12'],
  ['5 12', '2027-05-12', '2026-12-05'],
  ['12012026', '2026-12-01', '2026-01-12'],
  ['120126', '2026-12-01', '2026-01-12'],
  ['1201', '2026-12-01', '2027-01-12'],
])('%j is %s if the month comes first, else %s', (text, monthFirst, dayFirst) => {
  expect(readDate(text, american)).toBe(monthFirst)
  expect(readDate(text, british)).toBe(dayFirst)
})

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026/12/1', '2026-12-01'],
  ['20261201', '2026-12-01'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['Dec 1, 2026', '2026-12-01'],
  ['1 Dec 2026', '2026-12-01'],
  ['Tuesday, December 1, 2026', '2026-12-01'],
  ['tue 1 dec', '2026-12-01'],
  ['Sept 3rd', '2026-09-03'],
  ['29.2.2028', '2028-02-29'],
  [' Today ', '2026-11-23'],
  ['tomorrow', '2026-11-24'],
  ['yesterday', '2026-11-22'],
])('%j is %s in every country', (text, day) => {
  expect(readDate(text, american)).toBe(day)
  expect(readDate(text, british)).toBe(day)
})

test('a date without a year or month is the nearest such day', () => {
  expect(readDate('Jan 5', american)).toBe('2027-01-05')
  expect(readDate('Oct 5', american)).toBe('2026-10-05')
  expect(readDate('5', american)).toBe('2026-12-05')
  expect(readDate('20', american)).toBe('2026-11-20')
  expect(readDate('31', american)).toBe('2026-10-31')
})

test('an allowed day wins over a nearer day that the field does not allow', () => {
  expect(readDate('20', { ...american, min: '2026-11-23' })).toBe('2026-12-20')
  expect(readDate('Oct 5', { ...american, min: '2026-11-23' })).toBe('2027-10-05')
  expect(readDate('Jan 5', { ...american, max: '2026-11-23' })).toBe('2026-01-05')
  // A complete date is read even if it is not allowed: the form shows its own message.
  expect(readDate('10/5/2026', { ...american, min: '2026-11-23' })).toBe('2026-10-05')
})

test.each([
  '',
  '-',
  'soon',
  '0',
  '32',
  '2/30/2026',
  '29.2.2027',
  '13/13/2026',
  '2026',
  '125',
  '1/2/3/4',
  '1/2/345',
  'Dec',
  'Dec 1 2 3',
  'Decimal 1',
  'dec jan 1',
  '12/1/1026',
  '1/1/99999',
  '123456789',
])('%j is no day', (text) => {
  expect(readDate(text, american)).toBeNull()
  expect(readDate(text, british)).toBeNull()
})

test('a date is complete once it has a year of four digits', () => {
  for (const text of ['2026-12-01', '12/01/2026', '12012026', 'Dec 1, 2026']) {
    expect(readCompleteDate(text, american), text).toBe('2026-12-01')
  }
  for (const text of ['1', '12/1', '12/1/20', '1201', '2026', '2026-12', 'Dec 1', 'today']) {
    expect(readCompleteDate(text, american), text).toBeNull()
  }
})
