import { type Discount, NewDiscount } from '@studiohub/contract/features/discounts/schema.ts'
import { expect, test } from 'vitest'
import { toDiscount, toFields, toLimits } from './discount-form.ts'

const discount: Discount = {
  id: 'a',
  studio_id: 'b',
  code: 'TEN',
  percent: null,
  amount_minor: 1_050,
  currency: 'EUR',
  uses: 1,
  version: 1,
  service_types: ['mixing'],
  first_date: null,
  last_date: '2027-01-01',
  max_uses: 10,
  max_uses_per_client: null,
  is_active: true,
  created_at: '2026-11-23T10:00:00.000Z',
}

test('a code that is not edited is sent with the same values', () => {
  const { code, percent, amount_minor, service_types, first_date, last_date, max_uses, max_uses_per_client } = discount
  const limits = { service_types, first_date, last_date, max_uses, max_uses_per_client }
  expect(toDiscount(toFields(discount), 'EUR')).toEqual({ code, percent, amount_minor, ...limits })
  expect(toLimits(toFields(discount))).toEqual(limits)
})

test('the schema rejects fields that are not a number', () => {
  const empty = toFields(null)
  const isValid = (fields: Partial<typeof empty>) =>
    NewDiscount.safeParse(toDiscount({ ...empty, code: 'TEN', value: '10', ...fields }, 'EUR')).success
  expect(isValid({})).toBe(true)
  expect(isValid({ value: '' })).toBe(false)
  expect(isValid({ value: 'much' })).toBe(false)
  expect(isValid({ max_uses: 'many' })).toBe(false)
  expect(isValid({ kind: 'amount', value: '10.505' })).toBe(false)
})
