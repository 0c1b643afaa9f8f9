import { expect, test } from 'vitest'
import { lastMonths, lastWeeks, monthlyRevenue } from './rules.ts'

test('months can cross a year and end with the current one', () => {
  expect(lastMonths(new Date('2027-02-28T23:59:59Z'), 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(lastMonths(new Date('2027-03-31T00:00:00Z'), 2)).toEqual(['2027-02', '2027-03'])
})

test('weeks start on Monday, so Sunday belongs to the week before', () => {
  expect(lastWeeks(new Date('2026-11-22T12:00:00Z'), 2)).toEqual(['2026-11-09', '2026-11-16'])
  expect(lastWeeks(new Date('2026-11-23T00:00:00Z'), 2)).toEqual(['2026-11-16', '2026-11-23'])
})

test('revenue is the price of active plans, without trials and plans by agreement', () => {
  const plans = [
    { tier: 'trial', active: 3 },
    { tier: 'starter', active: 2 },
    { tier: 'pro', active: 1 },
    { tier: 'enterprise', active: 4 },
  ] as const
  expect(monthlyRevenue(plans)).toBe((2 * 199 + 499) * 100)
  expect(monthlyRevenue([])).toBe(0)
})
