import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIban } from '../../shared/iban.ts'
import {
  computeHourPrice,
  computeLineAmount,
  computeRefundableToCard,
  creditNoteLines,
  type InvoiceFigures,
  invoiceState,
  invoiceTotals,
  isReverseCharge,
  splitByWeight,
  taxedLines,
} from './rules.ts'
import { formatInvoiceNumber } from './settings/rules.ts'

const line = (amount_minor: number, tax_rate_bp: number) => ({ amount_minor, tax_rate_bp })

describe('a line', () => {
  test('in hours is computed in minutes and rounded half away from zero', () => {
    expect(computeLineAmount({ unit: 'hour', quantity: 90, unit_price_minor: 6_000 })).toBe(9_000)
    expect(computeLineAmount({ unit: 'hour', quantity: 30, unit_price_minor: 1_001 })).toBe(501)
    expect(computeLineAmount({ unit: 'hour', quantity: 30, unit_price_minor: -1_001 })).toBe(-501)
    expect(computeLineAmount({ unit: 'piece', quantity: 3, unit_price_minor: -200 })).toBe(-600)
  })
})

describe('tax', () => {
  test('is added to prices without tax, and split off prices with tax', () => {
    expect(taxedLines([line(10_000, 1_900)], false)).toMatchObject([{ net_minor: 10_000, tax_minor: 1_900 }])
    expect(taxedLines([line(11_900, 1_900)], true)).toMatchObject([{ net_minor: 10_000, tax_minor: 1_900 }])
    expect(taxedLines([line(500, 0)], true)).toMatchObject([{ net_minor: 500, tax_minor: 0 }])
  })

  test('of several lines with one rate is computed for their sum', () => {
    const rates = fc.constantFrom(0, 500, 700, 1_900, 2_100, 2_550)
    const lines = fc.array(fc.record({ amount_minor: fc.integer({ min: -5_000, max: 500_000 }), tax_rate_bp: rates }))
    fc.assert(
      fc.property(lines, fc.boolean(), (all, included) => {
        const taxed = taxedLines(all, included)
        for (const rate of new Set(all.map(({ tax_rate_bp }) => tax_rate_bp))) {
          const ofRate = taxed.filter(({ tax_rate_bp }) => tax_rate_bp === rate)
          const sum = ofRate.reduce((total, { amount_minor }) => total + amount_minor, 0)
          const [alone] = taxedLines([line(sum, rate)], included)
          expect(invoiceTotals(ofRate).tax_minor).toBe(alone?.tax_minor)
        }
        if (included) {
          const amounts = all.reduce((total, { amount_minor }) => total + amount_minor, 0)
          expect(invoiceTotals(taxed).total_minor).toBe(amounts)
        }
      }),
    )
  })

  test('of a credit note follows the invoice, and its total is the entered amount', () => {
    const lines = taxedLines([line(10_000, 1_900), line(10_000, 700)], false)
    const note = creditNoteLines(11_300, lines)
    expect(invoiceTotals(note)).toEqual({ net_minor: 10_000, tax_minor: 1_300, total_minor: 11_300 })
    expect(note.map(({ tax_rate_bp, net_minor }) => [tax_rate_bp, net_minor])).toEqual([
      [1_900, 5_000],
      [700, 5_000],
    ])
  })

  test('an amount is allocated completely, to the last unit', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 9 }),
        (amount, weights) => {
          const parts = splitByWeight(amount, weights)
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
          expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
        },
      ),
    )
  })
})

describe('the state of an invoice', () => {
  const issued: InvoiceFigures = {
    issued_on: '2026-11-01',
    due_on: '2026-11-15',
    voided_at: null,
    total_minor: 100,
    credited_minor: 0,
    written_off_minor: 0,
    paid_minor: 0,
    open_minor: 100,
  }
  test.each<[string, Partial<InvoiceFigures>, string]>([
    ['draft', { issued_on: null }, '2026-11-02'],
    ['sent', {}, '2026-11-15'],
    ['overdue', {}, '2026-11-16'],
    ['overdue', { paid_minor: 10, open_minor: 90 }, '2026-11-16'],
    ['partly_paid', { paid_minor: 10, open_minor: 90 }, '2026-11-15'],
    ['paid', { paid_minor: 100, open_minor: 0 }, '2026-12-31'],
    ['paid', { total_minor: 0, open_minor: 0 }, '2026-11-02'],
    ['paid', { credited_minor: 40, paid_minor: 60, open_minor: 0 }, '2026-11-02'],
    ['written_off', { written_off_minor: 100, open_minor: 0 }, '2026-12-31'],
    ['void', { voided_at: '2026-11-02T10:00:00Z', open_minor: 0 }, '2026-11-03'],
    ['void', { credited_minor: 100, open_minor: 0 }, '2026-11-03'],
  ])('is %s with %o on %s', (state, figures, today) => {
    expect(invoiceState({ ...issued, ...figures }, today)).toBe(state)
  })
})

test('a number has the prefix, the year and at least four digits', () => {
  expect(formatInvoiceNumber('NL-', 2026, 7)).toBe('NL-2026-0007')
  expect(formatInvoiceNumber('', 2026, 12_345)).toBe('2026-12345')
})

test('an IBAN is validated by its check digits', () => {
  expect(isIban('DE89370400440532013000')).toBe(true)
  expect(isIban('NL91ABNA0417164300')).toBe(true)
  expect(isIban('DE89370400440532013001')).toBe(false)
  expect(isIban('DE89 3704')).toBe(false)
})

test('an hour of overtime costs what an hour of the session costs', () => {
  const hourly = { unit: 'hour', unit_price_minor: 6_000 }
  expect(
    computeHourPrice({ price_lines: [{ unit: 'piece', unit_price_minor: 900 }, hourly], price_minor: 12_900 }, 120),
  ).toBe(6_000)
  expect(
    computeHourPrice({ price_lines: [{ unit: 'session', unit_price_minor: 10_000 }], price_minor: 10_000 }, 180),
  ).toBe(3_333)
})

test('a card payment can be refunded to the card once', () => {
  const paid = { kind: 'payment', method: 'card', amount_minor: 10_000 }
  expect(
    computeRefundableToCard([paid, { ...paid, kind: 'refund', amount_minor: 4_000 }, { ...paid, method: 'bank' }]),
  ).toBe(6_000)
  expect(computeRefundableToCard([])).toBe(0)
})

test('an invoice is under reverse charge if its buyer owes the tax and a line has none', () => {
  const lines = [line(10_000, 0)]
  expect(isReverseCharge({ buyer: { reverse_charge: true }, lines })).toBe(true)
  expect(isReverseCharge({ buyer: {}, lines })).toBe(false)
  // Sessions that were booked with tax keep it.
  expect(isReverseCharge({ buyer: { reverse_charge: true }, lines: [line(10_000, 1_900)] })).toBe(false)
})
