import { expect, test } from 'vitest'
import { firstPeriod, hasBookingLeft, hasRoomLeft } from './rules.ts'
import type { Tier } from './schema.ts'
import { tiers } from './words.ts'

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
  expect([hasRoomLeft('trial', 1), hasRoomLeft('trial', 2)]).toEqual([true, false])
  expect([hasRoomLeft('starter', 1), hasRoomLeft('starter', 2)]).toEqual([true, false])
  expect([hasRoomLeft('pro', 9), hasRoomLeft('pro', 10)]).toEqual([true, false])
  expect(hasRoomLeft('enterprise', 1_000)).toBe(true)
})
