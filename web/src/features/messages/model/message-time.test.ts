import { expect, test } from 'vitest'
import { formatMessageTime } from './message-time.ts'

const now = new Date('2026-11-30T10:00:00Z')

test('a time within the current year has no year', () => {
  expect(formatMessageTime('2026-11-21T13:05:00Z', now, 'Europe/Amsterdam')).toBe('Nov 21, 14:05')
})

test('a time in another year has its year', () => {
  expect(formatMessageTime('2025-12-31T10:00:00Z', now, 'UTC')).toBe('Dec 31, 2025, 10:00')
  expect(formatMessageTime('2027-01-02T10:00:00Z', now, 'UTC')).toBe('Jan 2, 2027, 10:00')
})

test('the year is the one at the studio', () => {
  const newYear = new Date('2026-12-31T23:30:00Z')
  expect(formatMessageTime('2026-12-31T23:30:00Z', newYear, 'Europe/Amsterdam')).toBe('Jan 1, 00:30')
  expect(formatMessageTime('2026-12-31T22:30:00Z', newYear, 'Europe/Amsterdam')).toBe('Dec 31, 2026, 23:30')
})
