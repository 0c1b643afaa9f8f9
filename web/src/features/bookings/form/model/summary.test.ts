import { expect, test } from 'vitest'
import { summarizeBooking, summarizePrice } from './summary.ts'

test('a booking is summarized by day, time, length and room', () => {
  const session = { booking_date: '2026-12-01', start_time: '14:00', end_time: '16:00', days: 1 }
  expect(summarizeBooking(session, 'Studio A')).toBe('Tue, Dec 1, 14:00 – 16:00, 2 h, Studio A')
})

test('the price says if it is for each session, or on request', () => {
  const priceOf = (total: number | null, isSingle = true) => summarizePrice({ total, currency: 'EUR', isSingle })
  expect(priceOf(10_000)).toBe('€100')
  expect(priceOf(10_000, false)).toBe('€100 each')
  expect([priceOf(0), priceOf(null), priceOf(Number.NaN)]).toEqual(['Free', 'Price on request', ''])
})
