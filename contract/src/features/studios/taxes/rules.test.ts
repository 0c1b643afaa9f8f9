import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateText, taxedAmount, taxOfService } from './rules.ts'
import { type BookingTax, noTaxes, StudioTaxes } from './schema.ts'

const vat: BookingTax = { name: 'VAT', rate_bp: 1_900, included: true, reverse_charge: false }
const taxes: StudioTaxes = {
  prices_include_tax: false,
  rates: [
    { key: 'usual', name: 'VAT', rate_bp: 1_900 },
    { key: 'reduced', name: 'Reduced VAT', rate_bp: 700 },
  ],
}

describe('the tax of a price', () => {
  test('is included in it or added to it', () => {
    expect(taxedAmount(11_900, vat)).toEqual({ net_minor: 10_000, tax_minor: 1_900, total_minor: 11_900 })
    expect(taxedAmount(10_000, { ...vat, included: false })).toEqual({
      net_minor: 10_000,
      tax_minor: 1_900,
      total_minor: 11_900,
    })
    expect(taxedAmount(10_000, null)).toEqual({ net_minor: 10_000, tax_minor: 0, total_minor: 10_000 })
  })

  test('is left out under reverse charge, even if prices include it', () => {
    const reverse = { ...vat, reverse_charge: true }
    const net = { net_minor: 10_000, tax_minor: 0, total_minor: 10_000 }
    expect(taxedAmount(11_900, reverse)).toEqual(net)
    expect(taxedAmount(10_000, { ...reverse, included: false })).toEqual(net)
  })

  test('is rounded half up', () => {
    expect(taxedAmount(50, { ...vat, rate_bp: 1_000, included: false }).tax_minor).toBe(5)
    expect(taxedAmount(5, { ...vat, rate_bp: 1_000, included: false }).tax_minor).toBe(1)
    expect(taxedAmount(4, { ...vat, rate_bp: 1_000, included: false }).tax_minor).toBe(0)
  })

  test('is an integer, never negative, and adds up', () => {
    const price = fc.integer({ min: 0, max: 2_000_000_000 })
    const rate = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(price, rate, fc.boolean(), fc.boolean(), (price_minor, rate_bp, included, reverse_charge) => {
        const { net_minor, tax_minor, total_minor } = taxedAmount(price_minor, {
          ...vat,
          rate_bp,
          included,
          reverse_charge,
        })
        expect([net_minor, tax_minor].every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
        expect(total_minor).toBe(net_minor + tax_minor)
        if (!reverse_charge && included) expect(total_minor).toBe(price_minor)
        if (!included) expect(net_minor).toBe(price_minor)
      }),
    )
  })
})

test("a service has its own rate, else the studio's first one", () => {
  expect(taxOfService(taxes, 'reduced')).toMatchObject({ name: 'Reduced VAT', rate_bp: 700, included: false })
  expect(taxOfService(taxes, null)).toMatchObject({ rate_bp: 1_900 })
  expect(taxOfService(taxes, 'deleted', true)).toMatchObject({ rate_bp: 1_900, reverse_charge: true })
  expect(taxOfService(noTaxes, 'reduced')).toBeNull()
  expect([rateText(1_900), rateText(750)]).toEqual(['19 %', '7.5 %'])
})

test('rates never share a key', () => {
  const twice = { ...taxes, rates: taxes.rates.map((rate) => ({ ...rate, key: 'usual' })) }
  expect(StudioTaxes.safeParse(twice).success).toBe(false)
  expect(StudioTaxes.safeParse(taxes).success).toBe(true)
})
