import { expect, test } from 'vitest'
import { defaultPricing } from '../../prices/schema.ts'
import { createSession, getLengths, pickStarts, usualLength } from './rules.ts'

const unpriced = { step_minutes: null, price_minor: null, pricing: defaultPricing }
const hourly = { step_minutes: null, price_minor: 6_000, pricing: { ...defaultPricing, unit: 'hour' as const } }

test('a service without limits is offered from half an hour up to a working day', () => {
  const lengths = getLengths({ ...unpriced, default_minutes: 120, min_minutes: null, max_minutes: null })
  expect(lengths.at(0)).toBe(30)
  expect(lengths.at(-1)).toBe(480)
  expect(lengths).toContain(120)
})

test('the limits and the usual length of a service are always among the offered lengths', () => {
  expect(getLengths({ ...unpriced, default_minutes: 50, min_minutes: 45, max_minutes: 100 })).toEqual([
    45, 50, 60, 90, 100,
  ])
  expect(getLengths({ ...unpriced, default_minutes: 60, min_minutes: 60, max_minutes: 60 })).toEqual([60])
})

test("a price by the hour is sold in multiples of the usual length, or in the studio's steps", () => {
  const open = { ...hourly, default_minutes: 120, min_minutes: null, max_minutes: null }
  expect(getLengths(open)).toEqual([120, 240, 360, 480])
  expect(getLengths({ ...open, min_minutes: 60, max_minutes: 180, step_minutes: 60 })).toEqual([60, 120, 180])
})

test('a price per session is for the usual length only', () => {
  expect(
    getLengths({ ...unpriced, price_minor: 5_000, default_minutes: 90, min_minutes: null, max_minutes: null }),
  ).toEqual([90])
})

test('a session with a late start ends on the next day', () => {
  expect(createSession('22:00', 120)).toEqual({ start_time: '22:00', end_time: '00:00', ends_next_day: true, days: 2 })
  expect(createSession('21:45', 120)).toEqual({ start_time: '21:45', end_time: '23:45', ends_next_day: false, days: 1 })
})

test('a service by the day is offered for whole days, up to its maximum', () => {
  const lockOut = {
    default_minutes: 1440,
    min_minutes: null,
    max_minutes: 4320,
    step_minutes: null,
    price_minor: 100,
    pricing: { unit: 'day' as const, rooms: [] },
  }
  expect(getLengths(lockOut)).toEqual([1440, 2880, 4320])
  expect(getLengths({ ...lockOut, max_minutes: null })).toHaveLength(14)
  expect(createSession('10:00', 2880)).toEqual({ start_time: '10:00', end_time: '10:00', ends_next_day: true, days: 3 })
})

const free = ['08:45', '09:00', '09:15', '09:30', '14:15', '14:30', '18:00']

test('starts are shown every half hour and at the beginning of each free range', () => {
  expect(pickStarts(free, '')).toEqual(['08:45', '09:00', '09:30', '14:15', '14:30', '18:00'])
})

test('the chosen start is always shown', () => {
  expect(pickStarts(free, '09:15')).toContain('09:15')
})

test('if the default length is not offered, the next longer one is chosen, else the longest', () => {
  const session = { ...unpriced, default_minutes: 60, min_minutes: 30, max_minutes: 240, step_minutes: 45 }
  expect(usualLength({ ...session, default_minutes: 75 })).toBe(75)
  expect(usualLength(session)).toBe(75)
  expect(usualLength({ ...session, default_minutes: 500 })).toBe(210)
})
