import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLowestPrice, findUnknownAddOn, listAddOns, payableText, type QuoteInput, quote } from './rules.ts'
import { type AddOn, defaultPricing, type PriceRule, type Pricing, priceUnits } from './schema.ts'

const FRIDAY = '2026-11-27'
const MAIN_ROOM = '00000000-0000-4000-8000-000000000001'
const BOOTH = '00000000-0000-4000-8000-000000000002'

const evening: PriceRule = {
  label: 'evening',
  weekdays: [1, 2, 3, 4, 5],
  from: '18:00',
  to: '23:00',
  percent: 25,
  price_minor: null,
}
const night: PriceRule = { ...evening, label: 'night', weekdays: [5], from: '22:00', to: '02:00', percent: 50 }
const engineer: AddOn = { key: 'engineer', label: 'Engineer', unit: 'hour', price_minor: 2_000, max_quantity: 2 }
const strings: AddOn = { key: 'strings', label: 'String quartet', unit: 'piece', price_minor: null, max_quantity: 1 }
const coffee: AddOn = { key: 'coffee', label: 'Coffee', unit: 'person', price_minor: 0, max_quantity: 1 }

const priced = (pricing: Partial<Pricing>, price_minor: number | null = 6_000) => ({
  label: 'Recording',
  price_minor,
  pricing: { ...defaultPricing, ...pricing },
})
const quoteFor = (pricing: Partial<Pricing>, input: Partial<QuoteInput> = {}, price_minor: number | null = 6_000) =>
  quote({
    service: priced(pricing, price_minor),
    currency: 'EUR',
    booking_date: FRIDAY,
    start_time: '10:00',
    minutes: 120,
    room_ids: [MAIN_ROOM],
    people: 1,
    add_ons: [],
    ...input,
  })
const total = (...input: Parameters<typeof quoteFor>) => quoteFor(...input).total_minor

describe('quote', () => {
  test.each<[Pricing['unit'], number, number]>([
    ['session', 480, 6_000],
    ['hour', 90, 9_000],
    ['hour', 100, 10_000],
    ['half_day', 240, 6_000],
    ['half_day', 241, 12_000],
    ['half_day', 600, 12_000],
    ['half_day', 56 * 60, 36_000],
    ['day', 600, 6_000],
    ['day', 56 * 60, 18_000],
    ['day', 3 * 1_440, 18_000],
    ['person', 120, 18_000],
  ])('of a price per %s, %i minutes and three people cost %i', (unit, minutes, cost) => {
    expect(total({ unit }, { minutes, people: 3 })).toBe(cost)
  })

  test('a line of minutes is rounded half up', () => {
    expect(total({ unit: 'hour' }, { minutes: 5 }, 1_001)).toBe(83)
    expect(total({ unit: 'hour' }, { minutes: 30 }, 1_001)).toBe(501)
  })

  test("a rule's hours have its price; the first matching rule applies, also past midnight", () => {
    const { lines, total_minor } = quoteFor(
      { unit: 'hour', rules: [night, evening] },
      { start_time: '17:00', minutes: 600 },
    )
    expect(lines.map(({ label, quantity, amount_minor }) => [label, quantity, amount_minor])).toEqual([
      ['Recording', 120, 12_000],
      ['Recording, night', 240, 36_000],
      ['Recording, evening', 240, 30_000],
    ])
    expect(total_minor).toBe(78_000)
  })

  test('a session after midnight belongs to the hours of the day before', () => {
    const saturday = '2026-11-28'
    expect(total({ unit: 'hour', rules: [night] }, { booking_date: saturday, start_time: '01:00' })).toBe(15_000)
  })

  test('of a price per session uses the rule at the start', () => {
    const rules = [{ ...evening, percent: null, price_minor: 9_900 }]
    expect(total({ rules }, { start_time: '18:00' })).toBe(9_900)
    expect(total({ rules }, { start_time: '17:45' })).toBe(6_000)
  })

  test('a package is used if it is cheaper, and covers the beginning of a longer session', () => {
    const packages = [{ label: 'full day', minutes: 480, price_minor: 36_000 }]
    const of = (minutes: number) => total({ unit: 'hour', packages }, { minutes })
    expect([of(300), of(360), of(420), of(480), of(540)]).toEqual([30_000, 36_000, 36_000, 36_000, 42_000])
  })

  test('a room may have its own price; for any room the cheapest applies, for several the most expensive', () => {
    const pricing = { rooms: [{ room_id: BOOTH, price_minor: 4_000 }] }
    const room_ids = [MAIN_ROOM, BOOTH]
    expect(total(pricing, { room_ids: [BOOTH] })).toBe(4_000)
    expect(total(pricing, { room_ids, any_room: true })).toBe(4_000)
    expect(total(pricing, { room_ids })).toBe(6_000)
  })

  test('add-ons are priced, free or on request', () => {
    const add_ons = [engineer, strings, coffee].map(({ key }) => ({ key, quantity: 1 }))
    const result = quoteFor({ add_ons: [engineer, strings, coffee] }, { add_ons, people: 4 })
    expect(result.lines.map(({ key, quantity, amount_minor }) => [key, quantity, amount_minor])).toEqual([
      [null, 1, 6_000],
      ['engineer', 120, 4_000],
      ['strings', 1, null],
      ['coffee', 4, 0],
    ])
    expect(result).toMatchObject({ total_minor: 10_000, has_open_items: true })
    expect(listAddOns(result.lines, { minutes: 120, people: 4 })).toEqual(add_ons)
  })

  test('a price on request has no total, whatever is added', () => {
    const result = quoteFor({ add_ons: [engineer] }, { add_ons: [{ key: 'engineer', quantity: 1 }] }, null)
    expect(result).toMatchObject({ total_minor: null, has_open_items: false })
    expect(result.lines).toHaveLength(2)
  })

  test('an add-on that is not offered, or not in this quantity, is unknown', () => {
    expect(findUnknownAddOn([engineer], [{ key: 'choir', quantity: 1 }])?.key).toBe('choir')
    expect(findUnknownAddOn([engineer], [{ key: 'engineer', quantity: 3 }])?.key).toBe('engineer')
    expect(findUnknownAddOn([engineer], [{ key: 'engineer', quantity: 2 }])).toBeUndefined()
  })

  test('a price list shows the lowest price as "from"', () => {
    expect(findLowestPrice(priced({}))).toEqual({ price_minor: 6_000, from: false })
    expect(findLowestPrice(priced({ rules: [evening] }))).toEqual({ price_minor: 6_000, from: true })
    expect(findLowestPrice(priced({ rooms: [{ room_id: BOOTH, price_minor: 4_000 }] }))).toEqual({
      price_minor: 4_000,
      from: true,
    })
    expect(findLowestPrice(priced({}, null))).toEqual({ price_minor: null, from: false })
  })
})

const quarters = (max: number) => fc.integer({ min: 0, max: max / 15 - 1 }).map((count) => count * 15)
const timeAt = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const time = quarters(1_440).map(timeAt)
const money = fc.integer({ min: 0, max: 5_000_000 })
const rule: fc.Arbitrary<PriceRule> = fc
  .record({
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: time,
    to: time,
    percent: fc.option(fc.integer({ min: -100, max: 300 })),
    price: money,
  })
  .map(({ price, ...fields }) => ({ ...fields, label: 'rule', price_minor: fields.percent === null ? price : null }))
const anyPricing: fc.Arbitrary<Pricing> = fc.record({
  unit: fc.constantFrom(...priceUnits),
  rooms: fc.constant([{ room_id: BOOTH, price_minor: 4_000 }]),
  rules: fc.array(rule, { maxLength: 4 }),
  packages: fc.array(
    fc.record({
      label: fc.constant('package'),
      minutes: quarters(10_080).map((minutes) => minutes + 15),
      price_minor: money,
    }),
    { maxLength: 3 },
  ),
  add_ons: fc.constant([engineer, strings, coffee]),
})
const anyInput: fc.Arbitrary<QuoteInput> = fc.record({
  service: fc.record({ label: fc.constant('Recording'), price_minor: fc.option(money), pricing: anyPricing }),
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  booking_date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  start_time: time,
  minutes: quarters(20_160).map((minutes) => minutes + 15),
  room_ids: fc.subarray([MAIN_ROOM, BOOTH]),
  any_room: fc.boolean(),
  people: fc.integer({ min: 1, max: 40 }),
  add_ons: fc.subarray([
    { key: 'engineer', quantity: 2 },
    { key: 'strings', quantity: 1 },
    { key: 'coffee', quantity: 1 },
  ]),
})

describe('every quote', () => {
  test('is never negative, is an integer, and is the sum of its lines', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { lines, total_minor } = quote(input)
        const amounts = lines.map(({ amount_minor }) => amount_minor ?? 0)
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
        if (total_minor !== null) expect(total_minor).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
      }),
    )
  })

  test('is never lower for a longer session', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 3_000 }), (input, extraMinutes) => {
        const [short, long] = [quote(input), quote({ ...input, minutes: input.minutes + extraMinutes })]
        expect(long.total_minor ?? 0).toBeGreaterThanOrEqual(short.total_minor ?? 0)
      }),
    )
  })

  test('by the hour charges every minute once', () => {
    const byTheHour = fc.record({ input: anyInput, rules: fc.array(rule, { maxLength: 4 }) })
    fc.assert(
      fc.property(byTheHour, ({ input, rules }) => {
        const pricing: Pricing = { ...defaultPricing, unit: 'hour', rules }
        const { lines } = quote({ ...input, add_ons: [], service: { ...input.service, price_minor: 6_000, pricing } })
        expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(input.minutes)
      }),
    )
  })
})

describe('several rooms that are sold together', () => {
  const rooms = { room_ids: [MAIN_ROOM, BOOTH], each_room: true }
  const inBooth = { rooms: [{ room_id: BOOTH, price_minor: 2_000 }] }

  test('cost the sum of their prices, line by line; add-ons are charged once', () => {
    const sold = quoteFor(
      { unit: 'hour', ...inBooth, add_ons: [engineer] },
      { ...rooms, add_ons: [{ key: 'engineer', quantity: 1 }] },
    )
    expect(sold.lines.map(({ label, amount_minor }) => [label, amount_minor])).toEqual([
      ['Recording, room 1', 12_000],
      ['Recording, room 2', 4_000],
      ['Engineer', 4_000],
    ])
    expect(sold.total_minor).toBe(20_000)
    const named = quoteFor({}, { ...rooms, room_names: { [MAIN_ROOM]: 'Studio A', [BOOTH]: 'Booth' } })
    expect(named.lines.map(({ label }) => label)).toEqual(['Recording, Studio A', 'Recording, Booth'])
  })

  test('are on request if the price of one of them is', () => {
    expect(total(inBooth, rooms, null)).toBeNull()
    expect(total(inBooth, { ...rooms, room_ids: [BOOTH] }, null)).toBe(2_000)
  })

  test("charge a price per person once, at the most expensive room's price", () => {
    expect(total({ unit: 'person', ...inBooth }, { ...rooms, people: 3 })).toBe(18_000)
  })

  test('otherwise charge the most expensive room once', () => {
    expect(total({ unit: 'hour', ...inBooth }, { room_ids: [MAIN_ROOM, BOOTH] })).toBe(12_000)
  })

  test('always cost what each of them costs alone', () => {
    const units = fc.constantFrom(...priceUnits.filter((unit) => unit !== 'person'))
    const price = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(units, price, price, fc.integer({ min: 15, max: 3_000 }), (unit, main, booth, minutes) => {
        const pricing: Partial<Pricing> = {
          unit,
          rules: [evening, night],
          rooms: [{ room_id: BOOTH, price_minor: booth }],
        }
        const alone = (room_id: string) => total(pricing, { room_ids: [room_id], minutes }, main) ?? 0
        expect(total(pricing, { ...rooms, minutes }, main)).toBe(alone(MAIN_ROOM) + alone(BOOTH))
      }),
    )
  })
})

test("the client's total adds a tax that is not included, and does not add an included one again", () => {
  const quote = { currency: 'EUR', total_minor: 10_000, has_open_items: false }
  const tax = { name: 'VAT', rate_bp: 2_100, included: false, reverse_charge: false }
  expect(payableText(quote)).toBe('€100')
  expect(payableText({ ...quote, tax })).toBe('€121')
  expect(payableText({ ...quote, tax: { ...tax, included: true } })).toBe('€100')
  expect(payableText({ ...quote, tax: { ...tax, reverse_charge: true } })).toBe('€100')
  expect(payableText({ ...quote, total_minor: null, tax })).toBe('Price on request')
  expect(payableText({ ...quote, total_minor: 0, tax })).toBe('Free')
})
