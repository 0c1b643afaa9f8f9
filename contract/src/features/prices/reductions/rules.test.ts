import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PricedService, quote } from '../rules.ts'
import { defaultPricing, type Pricing } from '../schema.ts'
import {
  countChargedMinutes,
  getReductionsOfBooking,
  isItemized,
  reduceQuote,
  withOwnRate,
  withoutUsedHours,
} from './rules.ts'
import { noReductions, type Reductions } from './schema.ts'

const hourly: Pricing = {
  ...defaultPricing,
  unit: 'hour',
  packages: [{ label: 'half day', minutes: 240, price_minor: 18_000 }],
  add_ons: [{ key: 'engineer', label: 'Engineer', unit: 'hour', price_minor: 2_000, max_quantity: 2 }],
}
const service: PricedService = { label: 'Recording', price_minor: 6_000, pricing: hourly }
const session = {
  currency: 'EUR',
  booking_date: '2026-11-27',
  start_time: '10:00',
  minutes: 180,
  room_ids: [],
  people: 1,
  add_ons: [{ key: 'engineer', quantity: 1 }],
}
const sell = (reductions: Partial<Reductions>, sold: Partial<typeof session & { service: PricedService }> = {}) => {
  const all = { ...noReductions, ...reductions }
  const input = { ...session, ...sold, service: withOwnRate(sold.service ?? service, all) }
  return reduceQuote(quote(input), all, { booking_date: input.booking_date, needed_minutes: input.minutes })
}
const linesOf = (reductions: Partial<Reductions>) =>
  sell(reductions).lines.map(({ label, amount_minor }) => [label, amount_minor])

describe('an own rate', () => {
  test('by percent lowers the session, not its add-ons', () => {
    expect(linesOf({ rate: { percent_off: 15, hour_minor: null } })).toEqual([
      ['Recording', 18_000],
      ['Engineer', 6_000],
      ['Your rate, 15% off', -2_700],
    ])
  })

  test('by the hour replaces the listed price, its packages and its unit', () => {
    const rate = { percent_off: null, hour_minor: 5_000 }
    expect(linesOf({ rate })).toEqual([
      ['Recording, your rate', 15_000],
      ['Engineer', 6_000],
    ])
    const bySession = { ...service, pricing: defaultPricing }
    expect(sell({ rate }, { service: bySession, minutes: 300, add_ons: [] }).total_minor).toBe(25_000)
  })

  test('is shown even if it is the only line', () => {
    expect(isItemized(sell({}, { add_ons: [] }).lines)).toBe(false)
    expect(isItemized(sell({ rate: { percent_off: null, hour_minor: 5_000 } }, { add_ons: [] }).lines)).toBe(true)
  })

  test('by percent leaves a price on request as it is', () => {
    const onRequest = { ...service, price_minor: null }
    expect(sell({ rate: { percent_off: 15, hour_minor: null } }, { service: onRequest }).total_minor).toBeNull()
  })
})

const hours = (id: string, left_minutes: number, last_date: string | null = null) => ({
  id,
  label: 'Ten hours',
  left_minutes,
  currency: 'EUR',
  last_date,
})

describe('prepaid hours', () => {
  test('pay the share of the session that they cover, and the rest is charged', () => {
    expect(linesOf({ packages: [hours('a', 120)] })).toEqual([
      ['Recording', 18_000],
      ['Engineer', 6_000],
      ['Ten hours', -12_000],
    ])
    expect(sell({ packages: [hours('a', 600)] }, { add_ons: [] })).toMatchObject({ total_minor: 0 })
  })

  test('of two packages are used one after the other, and not after their last day', () => {
    const packages = [hours('old', 600, '2026-11-26'), hours('a', 60, '2026-11-27'), hours('b', 600)]
    const drawn = sell({ packages }, { add_ons: [] }).lines.filter(({ kind }) => kind === 'package')
    expect(drawn.map(({ key, quantity, amount_minor }) => [key, quantity, amount_minor])).toEqual([
      ['a', 60, -6_000],
      ['b', 120, -12_000],
    ])
  })

  test('are used after the own rate and before a discount code', () => {
    const rate = { percent_off: 50, hour_minor: null }
    const discount = { id: 'c', code: 'TEN', percent: 10, amount_minor: null, currency: null }
    const { total_minor } = sell({ rate, packages: [hours('a', 60)], discount }, { add_ons: [] })
    expect(total_minor).toBe(5_400)
  })

  test('in another currency are not used', () => {
    expect(sell({ packages: [{ ...hours('a', 60), currency: 'USD' }] }, { add_ons: [] }).total_minor).toBe(18_000)
  })

  test('are charged in part for a late cancellation, rounded up', () => {
    const { lines } = sell({ packages: [hours('a', 45)] })
    expect(countChargedMinutes(lines, 50)).toEqual({ used: 45, charged: 23 })
    expect(countChargedMinutes(lines, 0)).toEqual({ used: 45, charged: 0 })
  })

  test('of a booked session are the only ones that a change of it can use', () => {
    const { lines } = sell({ packages: [hours('a', 60)] })
    const today = { ...noReductions, packages: [hours('a', 540), hours('b', 600)] }
    const changed = getReductionsOfBooking(lines, today, { currency: 'EUR', isSameService: true })
    expect(changed.packages.map(({ left_minutes }) => left_minutes)).toEqual([60, 0])
    expect(withoutUsedHours(today.packages, lines)[0]?.left_minutes).toBe(480)
  })
})

test('no reduction makes a price negative or higher, and lines always add up', () => {
  const percent = fc.integer({ min: 1, max: 100 })
  fc.assert(
    fc.property(
      percent,
      fc.integer({ min: 5, max: 3_000 }),
      fc.integer({ min: 0, max: 9_999 }),
      (percent_off, minutes, price) => {
        const priced = { ...service, price_minor: price }
        const listed = sell({}, { minutes, service: priced })
        const reduced = sell({ rate: { percent_off, hour_minor: null } }, { minutes, service: priced })
        expect(reduced.total_minor).toBeGreaterThanOrEqual(0)
        expect(reduced.total_minor).toBeLessThanOrEqual(listed.total_minor ?? 0)
        expect(reduced.total_minor).toBe(reduced.lines.reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0))
      },
    ),
  )
})
