import { expect, test } from 'vitest'
import { computeCardTotals, computeNet } from './card-totals.ts'

const rowOf = (month: string, currency: string, paid_minor: number, refunded_minor: number) => ({
  month,
  currency,
  payments: 2,
  paid_minor,
  refunded_minor,
})

test('the months of each currency have one sum', () => {
  const months = [rowOf('2026-07', 'EUR', 500, 0), rowOf('2026-07', 'USD', 900, 100), rowOf('2026-06', 'EUR', 700, 200)]
  expect(computeCardTotals(months)).toEqual([
    { currency: 'EUR', payments: 4, paid_minor: 1_200, refunded_minor: 200 },
    { currency: 'USD', payments: 2, paid_minor: 900, refunded_minor: 100 },
  ])
  expect(computeCardTotals([])).toEqual([])
})

test('net is what refunds leave', () => {
  expect(computeNet({ paid_minor: 900, refunded_minor: 100 })).toBe(800)
})
