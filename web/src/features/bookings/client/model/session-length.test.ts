import { plainPricing } from '@studiohub/contract/features/prices/schema.ts'
import { expect, test } from 'vitest'
import { createSession, getLengths } from './session-length.ts'

const unpriced = { step_minutes: null, price_minor: null, pricing: plainPricing }
const hourly = { step_minutes: null, price_minor: 6_000, pricing: { ...plainPricing, unit: 'hour' as const } }

test('a service without bounds is offered for half an hour up to a working day', () => {
  const lengths = getLengths({ ...unpriced, default_minutes: 120, min_minutes: null, max_minutes: null })
  expect(lengths.at(0)).toBe(30)
  expect(lengths.at(-1)).toBe(480)
  expect(lengths).toContain(120)
})

test("a service's own bounds and its usual length are always among the lengths", () => {
  expect(getLengths({ ...unpriced, default_minutes: 50, min_minutes: 45, max_minutes: 100 })).toEqual([
    45, 50, 60, 90, 100,
  ])
  expect(getLengths({ ...unpriced, default_minutes: 60, min_minutes: 60, max_minutes: 60 })).toEqual([60])
})

test('a price by the hour is sold in multiples of the usual length, or in the steps that the studio names', () => {
  const open = { ...hourly, default_minutes: 120, min_minutes: null, max_minutes: null }
  expect(getLengths(open)).toEqual([120, 240, 360, 480])
  expect(getLengths({ ...open, min_minutes: 60, max_minutes: 180, step_minutes: 60 })).toEqual([60, 120, 180])
})

test('a price for the session is for the usual length alone', () => {
  expect(
    getLengths({ ...unpriced, price_minor: 5_000, default_minutes: 90, min_minutes: null, max_minutes: null }),
  ).toEqual([90])
})

test('a session from a late start ends on the next day', () => {
  expect(createSession('22:00', 120)).toEqual({ start_time: '22:00', end_time: '00:00', ends_next_day: true })
  expect(createSession('21:45', 120)).toEqual({ start_time: '21:45', end_time: '23:45', ends_next_day: false })
})
