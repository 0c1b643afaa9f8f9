import { expect, test } from 'vitest'
import { formatBookingFacts } from './booking-facts.ts'

const service = { auto_confirm: false, currency: null, deposit: null, is_active: true, is_client_bookable: true }

test('a service says how clients book it and what they pay then', () => {
  expect(formatBookingFacts(service, 'EUR')).toBe('Needs approval')
  expect(formatBookingFacts({ ...service, deposit: { kind: 'percent', percent: 50 } }, 'EUR')).toBe(
    'Needs approval · Deposit 50%',
  )
  expect(formatBookingFacts({ ...service, deposit: { kind: 'fixed', amount_minor: 2500 } }, 'EUR')).toBe(
    'Needs approval · Deposit €25',
  )
  expect(formatBookingFacts({ ...service, auto_confirm: true, deposit: { kind: 'full' } }, 'EUR')).toBe(
    'Confirmed immediately · Paid when booking',
  )
})

test('a service that clients cannot book says nothing', () => {
  expect(formatBookingFacts({ ...service, is_active: false }, 'EUR')).toBe('')
  expect(formatBookingFacts({ ...service, is_client_bookable: false }, 'EUR')).toBe('')
})
