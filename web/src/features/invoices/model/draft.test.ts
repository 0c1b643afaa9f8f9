import { expect, test } from 'vitest'
import {
  clearPrices,
  createOvertimeLine,
  emptyLine,
  readLines,
  removeOvertime,
  sessionsOfDraft,
  toTypedLines,
} from './draft.ts'

const line = {
  position: 0,
  booking_id: null,
  service_on: null,
  description: 'Mixing',
  unit: 'piece' as const,
  quantity: 2,
  unit_price_minor: -1_250,
  amount_minor: -2_500,
  tax_rate_bp: 1_900,
  net_minor: -2_500,
  tax_minor: -475,
}

test('typed lines are sent as whole amounts, and empty lines are left out', () => {
  const typedLines = [
    { ...emptyLine, description: ' Mixing ', price: '12.50', quantity: '2', tax: '7,5' },
    { ...emptyLine, description: 'Overtime', unit: 'hour' as const, price: '60', quantity: '1.5' },
    { ...emptyLine, description: 'Discount', price: '-10' },
    emptyLine,
  ]
  expect(readLines(typedLines, 'EUR')).toEqual({
    lines: [
      { description: 'Mixing', unit: 'piece', quantity: 2, unit_price_minor: 1_250, tax_rate_bp: 750 },
      { description: 'Overtime, 1 h 30 min', unit: 'hour', quantity: 90, unit_price_minor: 6_000, tax_rate_bp: 0 },
      { description: 'Discount', unit: 'piece', quantity: 1, unit_price_minor: -1_000, tax_rate_bp: 0 },
    ],
  })
})

test.each([
  [{ price: '5' }, 'Please enter a description for each line'],
  [{ description: 'Mixing' }, 'Please enter a price for each line'],
  [{ description: 'Mixing', price: '5-0' }, 'Please enter a price for each line'],
  [{ description: 'Mixing', price: '5', quantity: '0' }, 'Please enter a quantity for each line'],
  [{ description: 'Mixing', price: '5', quantity: '1.5' }, 'Please enter a quantity for each line'],
  [{ description: 'Mixing', price: '5', tax: 'a lot' }, 'Please enter tax as a percentage, such as 19'],
])('a line with %j is rejected: %s', (fields, problem) => {
  expect(readLines([{ ...emptyLine, ...fields }], 'EUR')).toEqual({ problem })
})

test('overtime is half an hour by default, with the price and the tax of the session', () => {
  const session = { id: 'a', hour_minor: 6_000, tax_rate_bp: 1_900 }
  const sessions = [session, { ...session, id: 'b', hour_minor: 9_000 }, { ...session, id: 'fee', hour_minor: null }]
  expect(createOvertimeLine(sessions, [], 'EUR')).toBeNull()
  expect(createOvertimeLine(sessions, ['a', 'fee'], 'EUR')).toBeNull()
  expect(createOvertimeLine(sessions, ['a', 'b'], 'EUR')).toMatchObject({ price: '90.00' })
  const overtime = createOvertimeLine(sessions, ['a'], 'EUR')
  expect(readLines(overtime ? [overtime] : [], 'EUR')).toEqual({
    lines: [
      { description: 'Overtime, 30 min', unit: 'hour', quantity: 30, unit_price_minor: 6_000, tax_rate_bp: 1_900 },
    ],
  })
})

test('the form of a draft reads back the lines of the draft', () => {
  const hours = {
    ...line,
    description: 'Overtime, 1 h 30 min',
    unit: 'hour' as const,
    quantity: 90,
    unit_price_minor: 6_000,
  }
  const typedLines = toTypedLines({ lines: [line, hours], currency: 'EUR' })
  expect(readLines(typedLines, 'EUR')).toEqual({
    lines: [
      { description: 'Mixing', unit: 'piece', quantity: 2, unit_price_minor: -1_250, tax_rate_bp: 1_900 },
      { description: 'Overtime, 1 h 30 min', unit: 'hour', quantity: 90, unit_price_minor: 6_000, tax_rate_bp: 1_900 },
    ],
  })
})

test('the form of a draft lists each session once, with the sum of its lines', () => {
  const [first, second] = [
    { ...line, booking_id: 'a', service_on: '2026-11-01', amount_minor: 1_000 },
    { ...line, booking_id: 'a', service_on: '2026-11-01', amount_minor: 500 },
  ]
  expect(sessionsOfDraft({ lines: [first, second, line], currency: 'EUR' })).toEqual([
    { id: 'a', label: 'Mixing', day: '2026-11-01', amount_minor: 1_500, currency: 'EUR' },
  ])
})

test('the lines for another client have no overtime, and those for another currency have no prices', () => {
  const tapes = { ...emptyLine, description: 'Tapes', price: '40', quantity: '2', tax: '19' }
  const overtime = { ...emptyLine, description: 'Overtime', price: '60', unit: 'hour' as const }
  expect(removeOvertime([overtime, tapes, overtime])).toEqual([tapes])
  expect(clearPrices([tapes])).toEqual([{ ...tapes, price: '' }])
})
