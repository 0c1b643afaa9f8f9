import { expect, test } from 'vitest'
import { formatDay, formatMessageTime } from './days.ts'

test('a day is named by its distance from today', () => {
  expect(formatDay('2026-03-01', '2026-03-01')).toBe('Today')
  expect(formatDay('2026-02-28', '2026-03-01')).toBe('Yesterday')
  expect(formatDay('2026-02-27', '2026-03-01')).toBe('Fri, Feb 27')
})

test('yesterday is found across the start of a year, and other years are written', () => {
  expect(formatDay('2025-12-31', '2026-01-01')).toBe('Yesterday')
  expect(formatDay('2025-12-30', '2026-01-01')).toBe('Dec 30, 2025')
})

test('the time of a message is its hour today and its day before, both in the time zone of the reader', () => {
  const now = new Date('2026-03-01T10:00:00Z')
  expect(formatMessageTime('2026-03-01T09:05:00Z', now, 'Europe/Berlin')).toBe('10:05')
  expect(formatMessageTime('2026-02-28T23:30:00Z', now, 'Europe/Berlin')).toBe('00:30')
  expect(formatMessageTime('2026-02-28T23:30:00Z', now, 'UTC')).toBe('Yesterday')
  expect(formatMessageTime('2026-02-25T09:05:00Z', now, 'UTC')).toBe('Wed, Feb 25')
})
