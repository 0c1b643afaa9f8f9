import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

const today = '2026-11-23'
const dayOf = (text: string, monthFirst = false) => typedDay(text, today, monthFirst)

test('a day can be typed in all common notations', () => {
  for (const text of [
    '2026-11-30',
    '30.11.',
    '30.11',
    '30.11.2026',
    '30/11',
    'nov 30',
    'Nov 30, 2026',
    '30 november',
  ]) {
    expect(dayOf(text), text).toBe('2026-11-30')
  }
  expect(dayOf('11/5', true)).toBe('2026-11-05')
  expect(dayOf('11/5')).toBe('2027-05-11')
})

test('words for days are counted from today', () => {
  expect(dayOf('today')).toBe('2026-11-23')
  expect(dayOf('tomorrow')).toBe('2026-11-24')
  expect(dayOf('yesterday')).toBe('2026-11-22')
  expect(dayOf('fri')).toBe('2026-11-27')
  // Today is a Monday, so this means the next one.
  expect(dayOf('monday')).toBe('2026-11-30')
})

test('a day without a year is the nearest one', () => {
  expect(dayOf('jan 10')).toBe('2027-01-10')
  expect(dayOf('sep 10')).toBe('2026-09-10')
})

test('a text that is not a day gives null', () => {
  for (const text of ['', 'ada', 'mo', '30.2.', '2026-13-01', 'nov', '40 nov', '3 nov 4', '12', 'march of the pigs']) {
    expect(dayOf(text), text).toBeNull()
  }
})
