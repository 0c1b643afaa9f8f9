import { expect, test } from 'vitest'
import { createSession, getLengths } from './session-length.ts'

test('a service without bounds is offered for half an hour up to a working day', () => {
  const lengths = getLengths({ default_minutes: 120, min_minutes: null, max_minutes: null })
  expect(lengths.at(0)).toBe(30)
  expect(lengths.at(-1)).toBe(480)
  expect(lengths).toContain(120)
})

test("a service's own bounds and its usual length are always among the lengths", () => {
  expect(getLengths({ default_minutes: 50, min_minutes: 45, max_minutes: 100 })).toEqual([45, 50, 60, 90, 100])
  expect(getLengths({ default_minutes: 60, min_minutes: 60, max_minutes: 60 })).toEqual([60])
})

test('a session from a late start ends on the next day', () => {
  expect(createSession('22:00', 120)).toEqual({ start_time: '22:00', end_time: '00:00', ends_next_day: true })
  expect(createSession('21:45', 120)).toEqual({ start_time: '21:45', end_time: '23:45', ends_next_day: false })
})
