import { expect, test } from 'vitest'
import { showsTurnover } from './turnover.ts'

const slow = { id: 'slow', name: 'Live room', kind: 'room' as const, setup_minutes: 15, teardown_minutes: 0 }
const quick = { id: 'quick', name: 'Booth', kind: 'room' as const, setup_minutes: 0, teardown_minutes: 0 }
const day = '2026-03-29'
const aBooking = (part: object = {}) =>
  ({ status: 'confirmed', booking_date: day, days: 1, resources: [slow], ...part }) as never
const shows = (part: object = {}) => showsTurnover([aBooking(part)], [slow, quick], day)

test('turnover is shown if a room that needs it has a pending or confirmed booking', () => {
  expect(shows()).toBe(true)
  expect(shows({ status: 'pending' })).toBe(true)
  expect([shows({ status: 'cancelled' }), shows({ status: 'completed' })]).toEqual([false, false])
  expect(shows({ resources: [quick] })).toBe(false)
  expect(showsTurnover([aBooking()], [quick], day)).toBe(false)
})

test('a booking of the day before counts only if it lasts until the first day', () => {
  expect(shows({ booking_date: '2026-03-28' })).toBe(false)
  expect(shows({ booking_date: '2026-03-28', days: 2 })).toBe(true)
})
