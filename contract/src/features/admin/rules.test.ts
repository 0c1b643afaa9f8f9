import { expect, test } from 'vitest'
import { lastMonths, lastWeeks, listSubjectIds, monthlyRevenue } from './rules.ts'

test('the list of months ends with the current one and can cross a year', () => {
  expect(lastMonths(new Date('2027-02-28T23:59:59Z'), 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(lastMonths(new Date('2027-03-31T00:00:00Z'), 2)).toEqual(['2027-02', '2027-03'])
})

test('weeks start on Monday, so a Sunday belongs to the week before it', () => {
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

const idOf = (number: number) => `7f3f1f6e-2f0a-4a4e-9f0e-00000000000${number}`
const entry = {
  studio_id: idOf(9),
  actor_id: idOf(8),
  object_type: 'booking',
  object_id: idOf(1),
  before: null,
  after: null,
}

test('an entry is about its object, or else about what its facts name', () => {
  expect(listSubjectIds(entry)).toEqual([idOf(1)])
  expect(listSubjectIds({ ...entry, after: { client_id: idOf(3), card_id: idOf(2), version: 4 } })).toEqual([
    idOf(1),
    idOf(2),
    idOf(3),
  ])
  expect(listSubjectIds({ ...entry, object_id: null, before: { card_id: idOf(2) } })).toEqual([idOf(2)])
})

test('a series is about its first session, and a change of an account about the person who acts', () => {
  const after = { sessions: [{ id: idOf(4) }, { id: idOf(5) }] }
  expect(listSubjectIds({ ...entry, object_type: 'booking_series', after })).toEqual([idOf(1), idOf(4)])
  expect(listSubjectIds({ ...entry, object_type: 'session' })).toEqual([idOf(1), idOf(8)])
})

test('texts and keys that are no ids are left out', () => {
  expect(listSubjectIds({ ...entry, object_id: 'mixing', after: ['x'] })).toEqual([])
  expect(listSubjectIds({ ...entry, object_id: 'mixing', after: { client_id: 'x', sessions: [] } })).toEqual([])
})
