import { expect, test } from 'vitest'
import {
  coversRooms,
  daysLeft,
  endsSoon,
  firstPeriod,
  hasBookingLeft,
  hasRoomLeft,
  stepOfClock,
  takesBookings,
  tierInForce,
} from './rules.ts'
import type { Tier } from './schema.ts'
import { type SubscriptionStatus, tiers } from './words.ts'

const from = (tier: Tier, now: string) => firstPeriod(tier, new Date(now))

test('a trial runs 14 days, to the second', () => {
  expect(from('trial', '2027-02-20T10:11:12.000Z')).toEqual({
    tier: 'trial',
    status: 'trialing',
    current_period_start: '2027-02-20T10:11:12.000Z',
    current_period_end: '2027-03-06T10:11:12.000Z',
  })
})

test.each([
  ['2027-03-15T23:59:59.000Z', '2027-04-15T23:59:59.000Z'],
  ['2027-01-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
  ['2028-01-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
  ['2027-12-31T00:00:00.000Z', '2028-01-31T00:00:00.000Z'],
  ['2027-08-31T00:00:00.000Z', '2027-09-30T00:00:00.000Z'],
])('a paid month from %s ends %s', (start, end) => {
  for (const tier of ['starter', 'pro', 'enterprise'] as const) {
    expect(from(tier, start)).toMatchObject({
      tier,
      status: 'active',
      current_period_start: start,
      current_period_end: end,
    })
  }
})

test('the instant of creation is left as it was given', () => {
  const now = new Date('2027-01-31T12:00:00Z')
  firstPeriod('pro', now)
  expect(now.toISOString()).toBe('2027-01-31T12:00:00.000Z')
})

test('a plan takes as many bookings a month as it says, and not one more', () => {
  const last: Record<Tier, number> = { trial: 49, starter: 99, pro: 1_000_000, enterprise: 1_000_000 }
  for (const tier of tiers) expect(hasBookingLeft(tier, last[tier]), tier).toBe(true)
  expect(hasBookingLeft('trial', 50)).toBe(false)
  expect(hasBookingLeft('starter', 100)).toBe(false)
  expect(hasBookingLeft('starter', 101)).toBe(false)
})

test('a plan has room for as many rooms as it says, and not one more', () => {
  expect(hasRoomLeft('trial', 1_000)).toBe(true)
  expect([hasRoomLeft('starter', 1), hasRoomLeft('starter', 2)]).toEqual([true, false])
  expect([hasRoomLeft('pro', 9), hasRoomLeft('pro', 10)]).toEqual([true, false])
  expect(hasRoomLeft('enterprise', 1_000)).toBe(true)
})

const END = '2027-03-06T10:00:00.000Z'
const standing = (status: SubscriptionStatus, changes: Partial<Parameters<typeof stepOfClock>[0]> = {}) => ({
  tier: 'pro' as const,
  status,
  current_period_end: END,
  cancel_at_period_end: false,
  past_due_since: null,
  ...changes,
})
const justBefore = new Date('2027-03-06T09:59:59.999Z')
const atTheEnd = new Date(END)

test('a plan that a provider has yet to take money for is tried like a trial, within its limits', () => {
  const now = new Date('2027-02-20T10:00:00Z')
  expect(firstPeriod('pro', now, true)).toMatchObject({ tier: 'pro', status: 'trialing', current_period_end: END })
  expect(tierInForce({ tier: 'pro', status: 'trialing' })).toBe('trial')
  expect(tierInForce({ tier: 'pro', status: 'past_due' })).toBe('pro')
})

test.each<[SubscriptionStatus, boolean, boolean]>([
  ['trialing', true, false],
  ['active', true, true],
  ['past_due', true, true],
  ['expired', false, false],
  ['cancelled', false, false],
])('%s takes bookings until its end: %s, from then on: %s', (status, until, after) => {
  expect(takesBookings(standing(status), justBefore)).toBe(until)
  expect(takesBookings(standing(status), atTheEnd)).toBe(after)
})

test('what was cancelled takes bookings to the end of its period, and not a moment longer', () => {
  const cancelled = standing('active', { cancel_at_period_end: true })
  expect([takesBookings(cancelled, justBefore), takesBookings(cancelled, atTheEnd)]).toEqual([true, false])
})

test('the clock ends trials and cancelled plans, and renews a month that was agreed on', () => {
  for (const status of ['trialing', 'active'] as const) expect(stepOfClock(standing(status), justBefore)).toBeNull()
  expect(stepOfClock(standing('trialing'), atTheEnd)).toEqual({ status: 'expired' })
  expect(stepOfClock(standing('trialing', { cancel_at_period_end: true }), atTheEnd)).toEqual({ status: 'cancelled' })
  expect(stepOfClock(standing('active', { cancel_at_period_end: true }), atTheEnd)).toEqual({ status: 'cancelled' })
  expect(stepOfClock(standing('active'), atTheEnd)).toEqual({
    current_period_start: END,
    current_period_end: '2027-04-06T10:00:00.000Z',
  })
  for (const status of ['expired', 'cancelled'] as const) expect(stepOfClock(standing(status), atTheEnd)).toBeNull()
})

test('a server that slept for months renews to the month that it is', () => {
  expect(stepOfClock(standing('active'), new Date('2027-06-20T00:00:00Z'))).toEqual({
    current_period_start: '2027-06-06T10:00:00.000Z',
    current_period_end: '2027-07-06T10:00:00.000Z',
  })
})

test('a failed payment is waited for 14 days, whatever its period says', () => {
  const due = standing('past_due', { past_due_since: '2027-03-10T10:00:00.000Z' })
  expect(stepOfClock(due, new Date('2027-03-24T09:59:59Z'))).toBeNull()
  expect(stepOfClock(due, new Date('2027-03-24T10:00:00Z'))).toEqual({ status: 'expired' })
})

test('days left count a day that has begun, and a trial warns from the third last on', () => {
  expect(daysLeft(END, new Date('2027-03-03T10:00:00Z'))).toBe(3)
  expect(daysLeft(END, new Date('2027-03-03T09:59:59Z'))).toBe(4)
  expect([daysLeft(END, justBefore), daysLeft(END, atTheEnd)]).toEqual([1, 0])
  expect(endsSoon(standing('trialing'), new Date('2027-03-03T10:00:00Z'))).toBe(true)
  expect(endsSoon(standing('trialing'), new Date('2027-03-03T09:59:59Z'))).toBe(false)
  expect(endsSoon(standing('active'), justBefore)).toBe(false)
})

test('a plan covers the rooms in use, and not one more', () => {
  expect([coversRooms('starter', 2), coversRooms('starter', 3)]).toEqual([true, false])
  expect([coversRooms('pro', 10), coversRooms('pro', 11), coversRooms('enterprise', 99)]).toEqual([true, false, true])
})
