import { expect, test } from 'vitest'
import { describeStudioStatus } from './studio-status.ts'

const paid = { status: 'active', takes_bookings: true } as const

test('only an open studio with a paid plan is active', () => {
  const labelOf = (...args: Parameters<typeof describeStudioStatus>) => describeStudioStatus(...args).label
  expect(labelOf(true, paid)).toBe('Active')
  expect(labelOf(true, undefined)).toBe('Active')
  expect(labelOf(true, { ...paid, status: 'past_due' })).toBe('Payment failed')
  expect(labelOf(true, { status: 'expired', takes_bookings: false })).toBe('Bookings paused')
  expect(labelOf(false, { ...paid, status: 'past_due' })).toBe('Inactive')
})

test('only an active studio is green', () => {
  expect(describeStudioStatus(true, paid).tone).toBe('confirmed')
  expect(describeStudioStatus(true, { ...paid, status: 'past_due' }).tone).toBe('pending')
})

test('the card of an expired studio says what still works', () => {
  expect(describeStudioStatus(true, { status: 'expired', takes_bookings: false }).text).toBe(
    'Your studio accepts new clients, but no new bookings until you choose a plan.',
  )
})

test('the card does not repeat what the banner asks for', () => {
  expect(describeStudioStatus(true, { ...paid, status: 'past_due' }).text).not.toContain('card')
})
