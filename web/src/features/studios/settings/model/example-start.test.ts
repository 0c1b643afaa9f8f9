import { expect, test } from 'vitest'
import { exampleStart } from './example-start.ts'

test('the example session begins at 15:00 at the studio, whatever the time is now', () => {
  expect(exampleStart(new Date('2026-11-30T13:59:30Z'), 'UTC')).toBe('2027-01-09T15:00:00Z')
  expect(exampleStart(new Date('2026-11-30T22:59:30Z'), 'Europe/Amsterdam')).toBe('2027-01-09T14:00:00Z')
  expect(exampleStart(new Date('2026-11-30T23:01:00Z'), 'Europe/Amsterdam')).toBe('2027-01-10T14:00:00Z')
})

test('the clock may change before the example session', () => {
  expect(exampleStart(new Date('2026-10-01T08:00:00Z'), 'Europe/Amsterdam')).toBe('2026-11-10T14:00:00Z')
})
