import { expect, test } from 'vitest'
import { extendTrialEnd, isTrial } from './rules.ts'

const now = new Date('2026-11-23T12:00:00Z')

test('an extension counts from the end of a running trial, and from now for a trial that has ended', () => {
  expect(extendTrialEnd('2026-11-25T12:00:00Z', 7, now)).toBe('2026-12-02T12:00:00.000Z')
  expect(extendTrialEnd('2026-11-01T12:00:00Z', 7, now)).toBe('2026-11-30T12:00:00.000Z')
})

test('no trial ends more than 60 days from now', () => {
  expect(extendTrialEnd('2026-12-23T12:00:00Z', 30, now)).toBe('2027-01-22T12:00:00.000Z')
  expect(extendTrialEnd('2026-12-23T12:00:01Z', 30, now)).toBeNull()
})

test('only a free trial can be extended, and only without a payment provider', () => {
  const trial = { tier: 'trial', status: 'trialing', provider: 'manual', past_due_since: null } as const
  expect(isTrial(trial)).toBe(true)
  expect(isTrial({ ...trial, status: 'expired' })).toBe(true)
  expect(isTrial({ ...trial, status: 'cancelled' })).toBe(false)
  expect(isTrial({ ...trial, tier: 'pro' })).toBe(false)
  expect(isTrial({ ...trial, provider: 'stripe' })).toBe(false)
})
