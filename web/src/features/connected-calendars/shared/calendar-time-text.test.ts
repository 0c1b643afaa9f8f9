import { expect, test } from 'vitest'
import { calendarTimeText } from './calendar-time-text.ts'

const text = (starts_at: string, ends_at: string) => calendarTimeText({ starts_at, ends_at }, 'Europe/Berlin')

test('a calendar time is shown in the time zone of the studio', () => {
  expect(text('2026-12-01T12:00:00Z', '2026-12-01T14:00:00Z')).toBe('Tue, Dec 1, 13:00 – 15:00')
  expect(text('2026-12-01T21:00:00Z', '2026-12-02T01:00:00Z')).toBe('Tue, Dec 1, 22:00 – Wed, Dec 2, 02:00')
})

test('a calendar time of whole days is shown without times', () => {
  expect(text('2026-11-30T23:00:00Z', '2026-12-01T23:00:00Z')).toBe('Tue, Dec 1')
  expect(text('2026-11-30T23:00:00Z', '2026-12-03T23:00:00Z')).toBe('Tue, Dec 1 – Thu, Dec 3')
  // The clocks go back on this day, so it has 25 hours.
  expect(text('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('Sun, Oct 25')
})
