import { expect, test } from 'vitest'
import {
  allowsRooms,
  countDaysLeft,
  firstPeriod,
  getEffectiveTier,
  hasBookingLeft,
  hasRoomLeft,
  isTrialEnding,
  nextAutomaticChange,
  takesBookings,
} from './rules.ts'
import type { Tier } from './schema.ts'
import { type SubscriptionStatus, tiers } from './words.ts'

const firstPeriodAt = (tier: Tier, now: string) => firstPeriod(tier, new Date(now))

test('a trial lasts 14 days, to the second', () => {
  expect(firstPeriodAt('trial', '2027-02-20T10:11:12.000Z')).toEqual({
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
])('a paid month from %s ends on %s', (start, end) => {
  for (const tier of ['starter', 'pro', 'enterprise'] as const) {
    expect(firstPeriodAt(tier, start)).toMatchObject({
      tier,
      status: 'active',
      current_period_start: start,
      current_period_end: end,
    })
  }
})

test('the argument is not changed', () => {
  const now = new Date('2027-01-31T12:00:00Z')
  firstPeriod('pro', now)
  expect(now.toISOString()).toBe('2027-01-31T12:00:00.000Z')
})

test('a plan allows its number of bookings a month, and not one more', () => {
  const last: Record<Tier, number> = { trial: 49, starter: 99, pro: 1_000_000, enterprise: 1_000_000 }
  for (const tier of tiers) expect(hasBookingLeft(tier, last[tier]), tier).toBe(true)
  expect(hasBookingLeft('trial', 50)).toBe(false)
  expect(hasBookingLeft('starter', 100)).toBe(false)
  expect(hasBookingLeft('starter', 101)).toBe(false)
})

test('a plan allows its number of rooms, and not one more', () => {
  expect(hasRoomLeft('trial', 1_000)).toBe(true)
  expect([hasRoomLeft('starter', 1), hasRoomLeft('starter', 2)]).toEqual([true, false])
  expect([hasRoomLeft('pro', 9), hasRoomLeft('pro', 10)]).toEqual([true, false])
  expect(hasRoomLeft('enterprise', 1_000)).toBe(true)
})

const END = '2027-03-06T10:00:00.000Z'
const aSubscription = (
  status: SubscriptionStatus,
  changes: Partial<Parameters<typeof nextAutomaticChange>[0]> = {},
) => ({
  tier: 'pro' as const,
  status,
  current_period_end: END,
  cancel_at_period_end: false,
  past_due_since: null,
  ...changes,
})
const justBefore = new Date('2027-03-06T09:59:59.999Z')
const atTheEnd = new Date(END)

test('an unpaid plan has the length and limits of a trial', () => {
  const now = new Date('2027-02-20T10:00:00Z')
  expect(firstPeriod('pro', now, true)).toMatchObject({ tier: 'pro', status: 'trialing', current_period_end: END })
  expect(getEffectiveTier({ tier: 'pro', status: 'trialing' })).toBe('trial')
  expect(getEffectiveTier({ tier: 'pro', status: 'past_due' })).toBe('pro')
})

test.each<[SubscriptionStatus, boolean, boolean]>([
  ['trialing', true, false],
  ['active', true, true],
  ['past_due', true, true],
  ['expired', false, false],
  ['cancelled', false, false],
])('%s accepts bookings until its end: %s, from then on: %s', (status, until, after) => {
  expect(takesBookings(aSubscription(status), justBefore)).toBe(until)
  expect(takesBookings(aSubscription(status), atTheEnd)).toBe(after)
})

test('a cancelled plan accepts bookings until the end of its period', () => {
  const cancelled = aSubscription('active', { cancel_at_period_end: true })
  expect([takesBookings(cancelled, justBefore), takesBookings(cancelled, atTheEnd)]).toEqual([true, false])
})

test('trials and cancelled plans end with their period, and manual plans renew by a month', () => {
  for (const status of ['trialing', 'active'] as const)
    expect(nextAutomaticChange(aSubscription(status), justBefore)).toBeNull()
  expect(nextAutomaticChange(aSubscription('trialing'), atTheEnd)).toEqual({ status: 'expired' })
  expect(nextAutomaticChange(aSubscription('trialing', { cancel_at_period_end: true }), atTheEnd)).toEqual({
    status: 'cancelled',
  })
  expect(nextAutomaticChange(aSubscription('active', { cancel_at_period_end: true }), atTheEnd)).toEqual({
    status: 'cancelled',
  })
  expect(nextAutomaticChange(aSubscription('active'), atTheEnd)).toEqual({
    current_period_start: END,
    current_period_end: '2027-04-06T10:00:00.000Z',
  })
  for (const status of ['expired', 'cancelled'] as const)
    expect(nextAutomaticChange(aSubscription(status), atTheEnd)).toBeNull()
})

test('after a long downtime a plan renews to the current month', () => {
  expect(nextAutomaticChange(aSubscription('active'), new Date('2027-06-20T00:00:00Z'))).toEqual({
    current_period_start: '2027-06-06T10:00:00.000Z',
    current_period_end: '2027-07-06T10:00:00.000Z',
  })
})

test('after a failed payment there are 14 days, independent of the period', () => {
  const due = aSubscription('past_due', { past_due_since: '2027-03-10T10:00:00.000Z' })
  expect(nextAutomaticChange(due, new Date('2027-03-24T09:59:59Z'))).toBeNull()
  expect(nextAutomaticChange(due, new Date('2027-03-24T10:00:00Z'))).toEqual({ status: 'expired' })
})

test('the remaining days include the current one, and a trial warns three days before its end', () => {
  expect(countDaysLeft(END, new Date('2027-03-03T10:00:00Z'))).toBe(3)
  expect(countDaysLeft(END, new Date('2027-03-03T09:59:59Z'))).toBe(4)
  expect([countDaysLeft(END, justBefore), countDaysLeft(END, atTheEnd)]).toEqual([1, 0])
  expect(isTrialEnding(aSubscription('trialing'), new Date('2027-03-03T10:00:00Z'))).toBe(true)
  expect(isTrialEnding(aSubscription('trialing'), new Date('2027-03-03T09:59:59Z'))).toBe(false)
  expect(isTrialEnding(aSubscription('active'), justBefore)).toBe(false)
})

test('a plan covers its number of rooms in use, and not one more', () => {
  expect([allowsRooms('starter', 2), allowsRooms('starter', 3)]).toEqual([true, false])
  expect([allowsRooms('pro', 10), allowsRooms('pro', 11), allowsRooms('enterprise', 99)]).toEqual([true, false, true])
})
