import { expect, test } from 'vitest'
import { buildCardPaymentEntries, buildReturnEntries, computeBalance } from '../../invoices/ledger/rules.ts'
import { isChargeable, isTooSmall, nextInvoiceStep } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const money = (overrides: object) => ({
  state: 'open' as const,
  paid_minor: 0,
  refunded_minor: 0,
  return_minor: 0,
  capture_before: null,
  amount_minor: 10_000,
  created_at: minutesAgo(5),
  ...overrides,
})

test('the payment page of an invoice ends when the open amount changes or the page is old', () => {
  expect(nextInvoiceStep(money({}), 10_000, now)).toEqual({ kind: 'none' })
  for (const open_minor of [0, 9_999, 10_001]) {
    expect(nextInvoiceStep(money({}), open_minor, now)).toEqual({ kind: 'expire' })
  }
  expect(nextInvoiceStep(money({ created_at: minutesAgo(49) }), 10_000, now)).toEqual({ kind: 'none' })
  expect(nextInvoiceStep(money({ created_at: minutesAgo(50) }), 10_000, now)).toEqual({ kind: 'expire' })
})

test('an amount is refunded to the card once, and never more than was paid', () => {
  const paid = money({ state: 'paid', paid_minor: 10_000 })
  expect(nextInvoiceStep(paid, 0, now)).toEqual({ kind: 'none' })
  expect(nextInvoiceStep({ ...paid, return_minor: 4_000 }, 0, now)).toEqual({ kind: 'refund', amount_minor: 4_000 })
  expect(nextInvoiceStep({ ...paid, return_minor: 4_000, refunded_minor: 1_000 }, 0, now)).toEqual({
    kind: 'refund',
    amount_minor: 3_000,
  })
  expect(nextInvoiceStep({ ...paid, return_minor: 4_000, refunded_minor: 4_000 }, 0, now)).toEqual({ kind: 'none' })
  expect(nextInvoiceStep({ ...paid, return_minor: 99_999, refunded_minor: 8_000 }, 0, now)).toEqual({
    kind: 'refund',
    amount_minor: 2_000,
  })
})

test('a card cannot be charged an amount whose third decimal is not 0', () => {
  expect([isChargeable(50, 'EUR'), isChargeable(50, 'JPY'), isChargeable(0, 'EUR')]).toEqual([true, true, false])
  expect([isChargeable(10_010, 'KWD'), isChargeable(10_005, 'KWD')]).toEqual([true, false])
})

test('a card cannot be charged less than the minimum of the currency', () => {
  expect([isChargeable(49, 'EUR'), isTooSmall(49, 'EUR')]).toEqual([false, true])
  expect([isChargeable(50, 'EUR'), isTooSmall(50, 'EUR'), isTooSmall(0, 'EUR')]).toEqual([true, false, false])
  expect([isChargeable(29, 'GBP'), isChargeable(30, 'GBP')]).toEqual([false, true])
  expect([isChargeable(1, 'ISK'), isTooSmall(1, 'ISK')]).toEqual([true, false])
})

test('money above the open amount is held until it is refunded to the card', () => {
  const of = { client_id: null, invoice_id: 'one' }
  const paid = buildCardPaymentEntries(of, { amount_minor: 100, open_minor: 60 })
  expect(computeBalance(paid, 'receivable')).toBe(-60)
  expect(computeBalance(paid, 'deposits_held')).toBe(-40)
  const all = [...paid, ...buildReturnEntries(of, 40)]
  expect([computeBalance(all, 'deposits_held'), computeBalance(all, 'card_clearing')]).toEqual([0, 60])
})
