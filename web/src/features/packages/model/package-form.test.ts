import { type HourPackage, NewPackage } from '@studiohub/contract/features/packages/schema.ts'
import { expect, test } from 'vitest'
import { toFields, toPackage } from './package-form.ts'

const hourPackage: HourPackage = {
  id: 'a',
  studio_id: 'b',
  name: 'Ten hours',
  minutes: 630,
  price_minor: 50_050,
  currency: 'EUR',
  valid_days: 90,
  service_types: ['mixing'],
  is_active: true,
  created_at: '2026-11-23T10:00:00.000Z',
  version: 1,
}

test('an unchanged form sends the values of its package', () => {
  const { name, minutes, price_minor, valid_days, service_types } = hourPackage
  expect(toPackage(toFields(hourPackage), 'EUR')).toEqual({ name, minutes, price_minor, valid_days, service_types })
})

test('the schema rejects a package with missing or non-numeric fields', () => {
  const validFields = { ...toFields(null), name: 'Ten hours', hours: '10', price: '500' }
  const isValid = (fields: Partial<typeof validFields>) =>
    NewPackage.safeParse(toPackage({ ...validFields, ...fields }, 'EUR')).success
  expect(isValid({})).toBe(true)
  for (const invalidField of [{ name: ' ' }, { hours: '' }, { hours: 'ten' }, { price: '' }, { valid_days: 'long' }])
    expect(isValid(invalidField)).toBe(false)
})
