import { type HourPackage, NewPackage } from '@studiohub/contract/features/packages/schema.ts'
import { expect, test } from 'vitest'
import { toFields, toPackage } from './package-form.ts'

const one: HourPackage = {
  ...{ id: 'a', studio_id: 'b', name: 'Ten hours', minutes: 630, price_minor: 50_050, currency: 'EUR', valid_days: 90 },
  ...{ service_types: ['mixing'], is_active: true, created_at: '2026-11-23T10:00:00.000Z', version: 1 },
}

test('a package is sent as it was shown', () => {
  const { name, minutes, price_minor, valid_days, service_types } = one
  expect(toPackage(toFields(one), 'EUR')).toEqual({ name, minutes, price_minor, valid_days, service_types })
})

test('what is missing or no number is refused by the schema', () => {
  const whole = { ...toFields(null), name: 'Ten hours', hours: '10', price: '500' }
  const isValid = (fields: Partial<typeof whole>) =>
    NewPackage.safeParse(toPackage({ ...whole, ...fields }, 'EUR')).success
  expect(isValid({})).toBe(true)
  for (const wrong of [{ name: ' ' }, { hours: '' }, { hours: 'ten' }, { price: '' }, { valid_days: 'long' }])
    expect(isValid(wrong)).toBe(false)
})
