import type { Discount } from '@studiohub/contract/features/discounts/schema.ts'
import { expect, test } from 'vitest'
import { describeLimits, formatDiscount } from './discount-text.ts'

const discount: Discount = {
  id: 'a',
  studio_id: 'b',
  code: 'TEN',
  percent: 10,
  amount_minor: null,
  currency: null,
  uses: 3,
  version: 1,
  service_types: null,
  first_date: null,
  last_date: null,
  max_uses: null,
  max_uses_per_client: null,
  is_active: true,
  created_at: '2026-11-23T10:00:00.000Z',
}

test('a code says how much it takes off', () => {
  expect(formatDiscount(discount)).toBe('10% off')
  expect(formatDiscount({ ...discount, percent: null, amount_minor: 2500, currency: 'EUR' })).toBe('€25 off')
})

test('the limits of a code are one sentence, with dates in words', () => {
  expect(describeLimits(discount)).toBe('Used 3 times')
  const dates = { first_date: '2026-12-01', last_date: '2026-12-31' }
  expect(describeLimits({ ...discount, ...dates, max_uses: 10 })).toBe(
    'Used 3 of 10 times, from Dec 1, 2026, until Dec 31, 2026',
  )
})
