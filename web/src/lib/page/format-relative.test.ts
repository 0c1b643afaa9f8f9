import { expect, test } from 'vitest'
import { formatRelative } from './format-relative.ts'

test('a past time is shown as minutes, hours, days or a date', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const cases = [
    ['2026-11-23T12:00:30Z', 'just now'],
    ['2026-11-23T11:59:01Z', 'just now'],
    ['2026-11-23T11:59:00Z', '1 min ago'],
    ['2026-11-23T11:00:01Z', '59 min ago'],
    ['2026-11-23T11:00:00Z', '1 h ago'],
    ['2026-11-22T12:00:01Z', '23 h ago'],
    ['2026-11-22T12:00:00Z', '1 day ago'],
    ['2026-11-17T12:00:00Z', '6 days ago'],
    ['2026-11-16T12:00:00Z', 'Nov 16, 2026'],
  ] as const
  for (const [instant, words] of cases) expect(formatRelative(instant, now), instant).toBe(words)
})
