import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { expect, test } from 'vitest'
import { describeBookingsLeft, describePlan, getPlanNotice, getStatusAt, isNearlyUsedUp } from './plan-text.ts'

const now = new Date('2026-03-10T12:00:00Z')
const aPlan = (overrides: Partial<Subscription>): Subscription => ({
  studio_id: 'any',
  tier: 'starter',
  status: 'active',
  provider: 'manual',
  payments: 'manual',
  has_portal: false,
  current_period_start: '2026-02-20T12:00:00Z',
  current_period_end: '2026-03-20T12:00:00Z',
  cancel_at_period_end: false,
  past_due_since: null,
  takes_bookings: true,
  version: 1,
  bookings: { used: 0, limit: 100, month: '2026-03' },
  rooms: { used: 1, limit: 2 },
  ...overrides,
})
const aTrial = (current_period_end: string) => aPlan({ tier: 'trial', status: 'trialing', current_period_end })
const endedPlan = { current_period_end: '2026-03-09T12:00:00Z', takes_bookings: false }

test.each<[string, Subscription, string | null, string]>([
  [
    'a trial with time left',
    aTrial('2026-03-20T12:00:00Z'),
    null,
    '10 days left of the free trial, until March 20, 2026.',
  ],
  [
    'a trial that ends soon',
    aTrial('2026-03-11T12:00:00Z'),
    'Your free trial ends in 1 day.',
    '1 day left of the free trial, until March 11, 2026.',
  ],
  [
    'a trial that is over',
    { ...aTrial(endedPlan.current_period_end), takes_bookings: false },
    'Your free trial has ended. Existing bookings stay, but no new ones can be made.',
    'Ended on March 9, 2026. Existing bookings stay. Choose a plan to accept new ones.',
  ],
  ['a plan by agreement', aPlan({}), null, 'Renews on March 20, 2026.'],
  ['a paid plan', aPlan({ provider: 'stripe' }), null, 'Next payment on March 20, 2026.'],
  [
    'a cancelled plan that still runs',
    aPlan({ cancel_at_period_end: true }),
    null,
    'Cancelled. It runs until March 20, 2026, in 10 days.',
  ],
  [
    'a cancelled plan that is over',
    aPlan({ ...endedPlan, cancel_at_period_end: true }),
    'Your plan has ended. Existing bookings stay, but no new ones can be made.',
    'Ended on March 9, 2026. Existing bookings stay. Choose a plan to accept new ones.',
  ],
  [
    'a plan whose payment failed',
    aPlan({ status: 'past_due', provider: 'stripe', past_due_since: '2026-03-08T12:00:00Z' }),
    'Your last payment of $199 failed. Update your card by March 22 to keep accepting bookings.',
    'Your last payment of $199 failed. Update your card by March 22 to keep accepting bookings.',
  ],
  [
    'a plan that is tried until it is paid',
    aPlan({ status: 'trialing', tier: 'pro' }),
    null,
    '10 days left of the free trial, until March 20, 2026. Pro starts after payment.',
  ],
])('%s shows its state', (_name, subscription, note, description) => {
  expect(getPlanNotice(subscription, 'UTC', now)?.sentence ?? null).toBe(note)
  expect(describePlan(subscription, 'UTC', now)).toBe(description)
})

test('the notice of a failed payment links to the card, and the notice of an ended plan to the plans', () => {
  expect(getPlanNotice(aPlan({ status: 'past_due', provider: 'stripe' }), 'UTC', now)?.link).toBe('Update card')
  expect(getPlanNotice(aPlan({ ...endedPlan, takes_bookings: false }), 'UTC', now)?.link).toBe('Choose a plan')
})

test('the status of a plan is up to date even before a job has stored it', () => {
  expect(getStatusAt(aTrial('2026-03-20T12:00:00Z'), now)).toBe('trialing')
  expect(getStatusAt(aTrial(endedPlan.current_period_end), now)).toBe('expired')
  expect(getStatusAt(aPlan({ ...endedPlan, cancel_at_period_end: true }), now)).toBe('cancelled')
  expect(getStatusAt(aPlan({ ...endedPlan, takes_bookings: true }), now)).toBe('active')
})

test('a plan counts as nearly used up from four fifths of its bookings, and never without a limit', () => {
  expect([39, 40, 50, 51].map((used) => isNearlyUsedUp({ used, limit: 50 }))).toEqual([false, true, true, true])
  expect(isNearlyUsedUp({ used: 5000, limit: null })).toBe(false)
})

test('the bookings left in a month are counted and never negative', () => {
  const textFor = (used: number) => describeBookingsLeft({ used, limit: 50 }, 'May')
  expect(textFor(40)).toBe('Your plan has 10 bookings left in May.')
  expect(textFor(49)).toBe('Your plan has 1 booking left in May.')
  for (const used of [50, 51]) expect(textFor(used)).toMatch(/no booking left in May/)
})
