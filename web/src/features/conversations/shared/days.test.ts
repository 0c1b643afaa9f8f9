import { expect, test } from 'vitest'
import { formatDay } from './days.ts'

test('a day is named by its distance from today', () => {
  expect(formatDay('2026-03-01', '2026-03-01')).toBe('Today')
  expect(formatDay('2026-02-28', '2026-03-01')).toBe('Yesterday')
  expect(formatDay('2026-02-27', '2026-03-01')).toBe('Fri, Feb 27')
})

test('yesterday is found across the start of a year, and other years are written', () => {
  expect(formatDay('2025-12-31', '2026-01-01')).toBe('Yesterday')
  expect(formatDay('2025-12-30', '2026-01-01')).toBe('Dec 30, 2025')
})
