import { describe, expect, test } from 'vitest'
import { depositDue, smallestCharge, splitDeposit } from './rules.ts'
import { ServiceDeposit } from './schema.ts'

const price = (price_minor: number | null, currency: string | null = 'EUR') => ({ price_minor, currency, tax: null })
const half = { kind: 'percent', percent: 50 } as const
const included = { name: 'VAT', rate_bp: 1_900, included: true, reverse_charge: false }

describe('a deposit', () => {
  test('is a percentage, rounded half up, or a fixed amount, or the full price', () => {
    expect(depositDue(half, price(10_001))).toBe(5_001)
    expect(depositDue({ kind: 'percent', percent: 30 }, price(999))).toBe(300)
    expect(depositDue({ kind: 'fixed', amount_minor: 5_000 }, price(10_000))).toBe(5_000)
    expect(depositDue({ kind: 'full' }, price(10_000))).toBe(10_000)
  })

  test('is never more than the amount to pay', () => {
    expect(depositDue({ kind: 'fixed', amount_minor: 5_000 }, price(4_000))).toBe(4_000)
    expect(depositDue({ kind: 'percent', percent: 100 }, price(333))).toBe(333)
  })

  test('is a part of the amount with tax on top, and of the net amount under reverse charge', () => {
    expect(depositDue(half, { ...price(10_000), tax: { ...included, included: false } })).toBe(5_950)
    expect(depositDue(half, { ...price(11_900), tax: { ...included, reverse_charge: true } })).toBe(5_000)
  })

  test('does not exist without a price, for a free session, or if the service has none', () => {
    for (const noPrice of [price(null), price(0), price(10_000, null)]) expect(depositDue(half, noPrice)).toBeNull()
    expect(depositDue(null, price(10_000))).toBeNull()
    expect(depositDue({ kind: 'percent', percent: 1 }, price(49))).toBeNull()
  })

  test('does not exist if it is too small for a card', () => {
    const fixed = (amount_minor: number) => ({ kind: 'fixed' as const, amount_minor })
    expect(depositDue(fixed(49), price(10_000))).toBeNull()
    expect(depositDue(fixed(50), price(10_000))).toBe(50)
    expect(depositDue(half, price(59, 'GBP'))).toBe(30)
    expect(depositDue({ kind: 'full' }, price(17_499, 'HUF'))).toBeNull()
    expect(smallestCharge('XAF')).toBe(1)
  })

  test('counts in whole yen, and in tens of fils', () => {
    expect(depositDue(half, price(10_001, 'JPY'))).toBe(5_001)
    expect(depositDue(half, price(12_345, 'KWD'))).toBe(6_170)
    expect(depositDue({ kind: 'full' }, price(12_345, 'KWD'))).toBe(12_340)
  })
})

test('the deposit of a service is a whole percentage or a positive amount', () => {
  const attempts = [
    { kind: 'percent', percent: 0 },
    { kind: 'percent', percent: 12.5 },
    { kind: 'percent', percent: 101 },
    { kind: 'fixed', amount_minor: 0 },
    { kind: 'full', percent: 5 },
  ]
  for (const deposit of attempts) expect(ServiceDeposit.safeParse(deposit).success).toBe(false)
  expect(ServiceDeposit.safeParse(half).success).toBe(true)
})

describe('credit of the client', () => {
  test('pays the deposit up to its amount', () => {
    const split = (credit_minor: number) => splitDeposit(5_000, { credit_minor, currency: 'EUR' })
    expect(split(0)).toEqual({ used_minor: 0, rest_minor: 5_000 })
    expect(split(2_000)).toEqual({ used_minor: 2_000, rest_minor: 3_000 })
    expect(split(5_000)).toEqual({ used_minor: 5_000, rest_minor: null })
    expect(split(9_000)).toEqual({ used_minor: 5_000, rest_minor: null })
    expect(split(-100)).toEqual({ used_minor: 0, rest_minor: 5_000 })
  })

  test('leaves no rest that is too small for a card', () => {
    expect(splitDeposit(5_000, { credit_minor: 4_951, currency: 'EUR' })).toEqual({
      used_minor: 4_951,
      rest_minor: null,
    })
    expect(splitDeposit(5_000, { credit_minor: 4_950, currency: 'EUR' })).toEqual({ used_minor: 4_950, rest_minor: 50 })
    expect(splitDeposit(5_000, { credit_minor: 5, currency: 'KWD' })).toEqual({ used_minor: 5, rest_minor: 4_990 })
    expect(splitDeposit(10, { credit_minor: 5, currency: 'KWD' })).toEqual({ used_minor: 5, rest_minor: null })
  })
})
