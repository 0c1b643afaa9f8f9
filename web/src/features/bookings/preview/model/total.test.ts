import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { defaultPricing, type Pricing } from '@studiohub/contract/features/prices/schema.ts'
import { expect, test } from 'vitest'
import { formatHourlyPrice, formatLowestTotal } from './total.ts'

const aService = (pricing: Partial<Pricing>) =>
  ({
    key: 'recording',
    label: 'Recording',
    price_minor: 6_000,
    currency: 'EUR',
    pricing: { ...defaultPricing, unit: 'hour', ...pricing },
    room_ids: null,
    tax: null,
  }) as PublicService

test('the lowest total of a length is that of the cheapest room at the cheapest time', () => {
  const rooms = [{ room_id: '00000000-0000-4000-8000-000000000001', price_minor: 4_000 }]
  const morning = { label: 'morning', weekdays: [1], from: '08:00', to: '12:00', percent: -25, price_minor: null }
  const totalOf = (pricing: Partial<Pricing>, minutes = 120) => formatLowestTotal(aService(pricing), minutes)
  expect(totalOf({ rooms })).toBe('€80')
  expect(totalOf({ rules: [morning] })).toBe('€90')
  expect(totalOf({ rooms, rules: [morning] }, 60)).toBe('€30')
  expect(totalOf({ rooms, rules: [{ ...morning, percent: 50 }], unit: 'session' }, 60)).toBe('€40')
})

test('the hourly price of a chosen time is named only if it is one price', () => {
  const evening = { label: 'evening', weekdays: [1], from: '18:00', to: '23:00', percent: 25, price_minor: null }
  const monday = '2027-01-04'
  const at = (time: string, minutes = 120) => ({ minutes, day: monday, time })
  const service = aService({ rules: [evening] })
  expect(formatHourlyPrice(service, at('12:00'))).toBe('€60 per hour')
  expect(formatHourlyPrice(service, at('18:00', 90))).toBe('€75 per hour')
  expect(formatHourlyPrice(service, at('17:00'))).toBeNull()
  expect(formatHourlyPrice(aService({ unit: 'session' }), at('12:00'))).toBeNull()
  const evenings = [{ label: 'Short evening', minutes: 120, price_minor: 10_000 }]
  expect(formatHourlyPrice(aService({ packages: evenings }), at('12:00'))).toBeNull()
  const tax = { name: 'VAT', rate_bp: 2_000, included: false, reverse_charge: false }
  expect(formatHourlyPrice({ ...service, tax }, at('12:00'))).toBe('€72 per hour')
  expect(formatHourlyPrice({ ...service, price_minor: 0 }, at('12:00'))).toBeNull()
})
