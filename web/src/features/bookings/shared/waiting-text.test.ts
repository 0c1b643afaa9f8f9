import { expect, test } from 'vitest'
import { shortWaitingText, waitingText } from './waiting-text.ts'

const zone = 'Europe/Berlin'
const request = {
  status: 'pending',
  booking_type: 'client_booking',
  expires_at: '2026-11-23T13:05:00Z',
  pay_by: null,
} as const
const hold = { ...request, expires_at: null }

test("a request names its end in the studio's time zone", () => {
  expect(waitingText(request, { zone, reader: 'client' })).toContain('until Nov 23, 2026, 14:05')
  expect(waitingText(request, { zone, reader: 'studio' })).toContain('ends Nov 23, 2026, 14:05')
  expect(shortWaitingText(request, zone)).toBe('Answer by Nov 23, 2026, 14:05')
})

test('a hold has no end', () => {
  expect(waitingText(hold, { zone, reader: 'client' })).toBe(
    'The studio holds this time for you. It is not confirmed yet.',
  )
  expect(shortWaitingText(hold, zone)).toBe('On hold')
})

test('other bookings wait for nothing', () => {
  expect(waitingText({ ...hold, status: 'confirmed' }, { zone, reader: 'client' })).toBeNull()
  expect(shortWaitingText({ ...hold, booking_type: 'blocked_time' }, zone)).toBeNull()
})

test('a session that is not paid yet names the end of its time', () => {
  const unpaid = { ...request, pay_by: '2026-11-23T12:15:00Z' }
  expect(waitingText(unpaid, { zone, reader: 'client' })).toBe(
    'Pay the deposit by Nov 23, 2026, 13:15 to keep this time.',
  )
  expect(shortWaitingText(unpaid, zone)).toBe('Payment due by Nov 23, 2026, 13:15')
})
