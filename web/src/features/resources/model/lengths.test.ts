import { expect, test } from 'vitest'
import { formatBuffers, formatLengths, lengthText } from './lengths.ts'

test('a length is written in hours and minutes', () => {
  expect([0, 45, 60, 90, 1440].map(lengthText)).toEqual(['0 min', '45 min', '1 h', '1 h 30 min', '24 h'])
})

test('a service shows its default length and its limits', () => {
  const textOf = (min_minutes: number | null, max_minutes: number | null) =>
    formatLengths({ default_minutes: 120, min_minutes, max_minutes })
  expect([textOf(null, null), textOf(60, null), textOf(null, 240), textOf(60, 240)]).toEqual([
    '2 h',
    '2 h (from 1 h)',
    '2 h (up to 4 h)',
    '2 h (1–4 h)',
  ])
  expect([textOf(15, 45), textOf(30, 120), textOf(90, 240), textOf(60, 150)]).toEqual([
    '2 h (15–45 min)',
    '2 h (30 min – 2 h)',
    '2 h (1 h 30 min – 4 h)',
    '2 h (1 h – 2 h 30 min)',
  ])
})

test('buffers are shown if there are any', () => {
  expect(formatBuffers({ setup_minutes: 0, teardown_minutes: 0 })).toBeNull()
  expect(formatBuffers({ setup_minutes: 15, teardown_minutes: 30 })).toBe('15 min set-up, 30 min tear-down')
})
