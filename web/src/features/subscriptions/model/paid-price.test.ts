import { expect, test } from 'vitest'
import { formatPaidPrice } from './paid-price.ts'

const plan = { tier: 'pro', status: 'active', provider: 'stripe', takes_bookings: true } as const

test('a plan shows its price only if the studio pays it by card', () => {
  expect(formatPaidPrice(plan)).toBe('$499 / month')
  expect(formatPaidPrice({ ...plan, status: 'past_due' })).toBe('$499 / month')
  expect(formatPaidPrice({ ...plan, provider: 'manual' })).toBeNull()
  expect(formatPaidPrice({ ...plan, status: 'trialing' })).toBeNull()
  expect(formatPaidPrice({ ...plan, tier: 'enterprise' })).toBeNull()
  expect(formatPaidPrice({ ...plan, takes_bookings: false })).toBeNull()
})
