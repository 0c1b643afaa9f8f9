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

test("a request shows when it expires, in the studio's time zone", () => {
  expect(waitingText(request, { zone, reader: 'client' })).toContain('until Nov 23, 2026, 14:05')
  expect(waitingText(request, { zone, reader: 'studio' })).toContain('expires Nov 23, 2026, 14:05')
  expect(shortWaitingText(request, zone)).toBe('Answer by Nov 23, 2026, 14:05')
})

test('a hold shows no expiry', () => {
  expect(waitingText(hold, { zone, reader: 'client' })).toBe(
    'The studio is holding this time for you. It is not confirmed yet.',
  )
  expect(shortWaitingText(hold, zone)).toBe('On hold')
})

test('bookings that do not wait have no waiting text', () => {
  expect(waitingText({ ...hold, status: 'confirmed' }, { zone, reader: 'client' })).toBeNull()
  expect(shortWaitingText({ ...hold, booking_type: 'blocked_time' }, zone)).toBeNull()
})

test('an unpaid session shows until when its time is reserved', () => {
  const unpaid = { ...request, pay_by: '2026-11-23T12:15:00Z' }
  expect(waitingText(unpaid, { zone, reader: 'client' })).toBe(
    'Pay the deposit by Nov 23, 2026, 13:15 to keep this time.',
  )
  expect(shortWaitingText(unpaid, zone)).toBe('Payment due by Nov 23, 2026, 13:15')
})
