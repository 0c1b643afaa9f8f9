import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt, wireInstant } from '#shared/instants.ts'
import {
  buildPolicyAfterClientChange,
  buildPolicyAfterPriceChange,
  type ChargedSession,
  cancellationText,
  computeCancellationFee,
  computeNoShowFee,
  computeShare,
  consequenceText,
  isCharged,
  policyText,
} from './rules.ts'
import { BookingPolicy, CancellationPolicy, freePolicy } from './schema.ts'

const policy: CancellationPolicy = {
  steps: [
    { hours: 48, percent: 0 },
    { hours: 24, percent: 50 },
  ],
  late_percent: 100,
  no_show_percent: 100,
}
const START = '2026-11-26T14:00:00.000Z'
const session = (overrides: Partial<ChargedSession> = {}): ChargedSession => ({
  starts_at: START,
  status: 'confirmed',
  price_minor: 12_000,
  cancellation_policy: policy,
  ...overrides,
})
const hoursBefore = (hours: number, seconds = 0) => new Date(Date.parse(START) - hours * 3_600_000 + seconds * 1_000)
const amountAt = (at: Date, overrides?: Partial<ChargedSession>) =>
  computeCancellationFee(session(overrides), at)?.amount_minor ?? 0

describe('the fee of a cancelled session', () => {
  test('follows the steps, each up to and including its last moment', () => {
    expect(amountAt(hoursBefore(100))).toBe(0)
    expect(amountAt(hoursBefore(48))).toBe(0)
    expect(amountAt(hoursBefore(48, 1))).toBe(6_000)
    expect(amountAt(hoursBefore(24))).toBe(6_000)
    expect(amountAt(hoursBefore(24, 1))).toBe(12_000)
    expect(amountAt(hoursBefore(-1))).toBe(12_000)
  })

  test('names the step that applied', () => {
    expect(computeCancellationFee(session(), hoursBefore(30))).toMatchObject({
      kind: 'cancellation',
      hours: 24,
      percent: 50,
    })
    expect(computeCancellationFee(session(), hoursBefore(1))).toMatchObject({ hours: null, percent: 100 })
  })

  test('is zero for requests, for sessions without a price or a policy, and under a free policy', () => {
    const late = hoursBefore(1)
    expect(computeCancellationFee(session({ status: 'pending' }), late)).toBeNull()
    expect(computeCancellationFee(session({ price_minor: null }), late)).toBeNull()
    expect(computeCancellationFee(session({ cancellation_policy: null }), late)).toBeNull()
    expect(computeCancellationFee(session({ cancellation_policy: freePolicy }), late)).toBeNull()
    expect(computeCancellationFee(session(), late)).not.toBeNull()
  })

  test('is rounded half up to whole units, in any currency', () => {
    expect([
      computeShare(1, 50),
      computeShare(333, 50),
      computeShare(101, 49),
      computeShare(2_000_000_000, 99),
    ]).toEqual([1, 167, 49, 1_980_000_000])
  })

  test.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['Australia/Lord_Howe', '2026-04-05'],
  ])('uses real hours if the clocks change: %s %s', (zone, date) => {
    const starts_at = wireInstant(instantAt(date, '14:00', zone) ?? Temporal.Now.instant())
    const day = new Date(Date.parse(starts_at) - 24 * 3_600_000)
    expect(amountAt(day, { starts_at })).toBe(6_000)
    expect(amountAt(new Date(day.getTime() + 1), { starts_at })).toBe(12_000)
  })

  test('of a no-show has its own percentage, and a waived one is not due', () => {
    const fee = computeNoShowFee(session({ cancellation_policy: { ...freePolicy, no_show_percent: 30 } }))
    expect(fee).toMatchObject({ kind: 'no_show', amount_minor: 3_600, hours: null })
    expect(isCharged(fee)).toBe(true)
    expect(isCharged(fee && { ...fee, waived_at: START })).toBe(false)
    expect(isCharged(null)).toBe(false)
  })
})

describe('a move by the client', () => {
  const later = { starts_at: '2026-12-26T14:00:00.000Z', price_minor: 12_000 }
  const moved = (at: Date, overrides?: Partial<ChargedSession>) =>
    buildPolicyAfterClientChange(session(overrides), later, at)

  test('changes nothing while cancelling is free, or before the studio has confirmed', () => {
    expect(moved(hoursBefore(48))).toEqual(policy)
    expect(moved(hoursBefore(1), { status: 'pending' })).toEqual(policy)
    expect(moved(hoursBefore(1), { cancellation_policy: null })).toBeNull()
  })

  test('makes the fee at that moment the lowest fee for later cancellations', () => {
    const changedPolicy = moved(hoursBefore(30))
    expect(changedPolicy).toEqual({ ...policy, steps: policy.steps.map((step) => ({ ...step, percent: 50 })) })
    expect(amountAt(hoursBefore(500), { cancellation_policy: changedPolicy })).toBe(6_000)
    expect(amountAt(hoursBefore(1), { cancellation_policy: changedPolicy })).toBe(12_000)
    expect(moved(hoursBefore(1))?.steps.map(({ percent }) => percent)).toEqual([100, 100])
  })
})

describe('a client who lowers the price', () => {
  const shorter = { starts_at: START, price_minor: 2_000 }
  const changed = (at: Date, overrides?: Partial<ChargedSession>) =>
    buildPolicyAfterClientChange(session(overrides), shorter, at)

  test('pays the percentage of the new price while cancelling is free', () => {
    expect(changed(hoursBefore(48))).toEqual(policy)
  })

  test('pays the percentage of the earlier price once cancelling costs something', () => {
    const changedPolicy = changed(hoursBefore(30))
    expect(changedPolicy).toEqual({ ...policy, price_minor: 12_000 })
    const charged = { price_minor: 2_000, cancellation_policy: changedPolicy }
    expect(amountAt(hoursBefore(30), charged)).toBe(6_000)
    expect(computeNoShowFee(session(charged))?.amount_minor).toBe(12_000)
    const words = { time: () => 'then', money: (minor: number) => `${minor}` }
    const text = { starts_at: START, until: START, price_minor: 2_000, policy: changedPolicy }
    expect(cancellationText(text, hoursBefore(30), words)).toContain('6000')
  })

  test('keeps the earlier price over further changes, until the studio sets another one', () => {
    const changedPolicy = buildPolicyAfterClientChange(session(), shorter, hoursBefore(30))
    const changedSession = session({ price_minor: 2_000, cancellation_policy: changedPolicy })
    expect(
      buildPolicyAfterClientChange(changedSession, { ...shorter, price_minor: 1_000 }, hoursBefore(20))?.price_minor,
    ).toBe(12_000)
    expect(buildPolicyAfterPriceChange(changedPolicy)).toEqual(policy)
    expect(buildPolicyAfterPriceChange(null)).toBeNull()
  })
})

const percents = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: count, maxLength: count })
    .map((all) => all.toSorted((a, b) => a - b))
const anyPolicy = fc.uniqueArray(fc.integer({ min: 1, max: 720 }), { maxLength: 5 }).chain((hours) =>
  percents(hours.length + 2).map((percent): CancellationPolicy => {
    const steps = hours
      .toSorted((a, b) => b - a)
      .map((before, index) => ({ hours: before, percent: percent[index] ?? 0 }))
    const [late_percent = 0, no_show_percent = 0] = percent.slice(-2)
    return { steps, late_percent, no_show_percent }
  }),
)
const price = fc.integer({ min: 0, max: 2_000_000_000 })
const minutesBefore = fc.integer({ min: -600, max: 60_000 }).map((minutes) => hoursBefore(minutes / 60))

describe('every policy', () => {
  test('is accepted by the schema', () => {
    fc.assert(fc.property(anyPolicy, (generated) => CancellationPolicy.safeParse(generated).success))
  })

  test('has fees between zero and the price, in integers', () => {
    fc.assert(
      fc.property(anyPolicy, price, minutesBefore, (cancellation_policy, price_minor, at) => {
        const amount = amountAt(at, { cancellation_policy, price_minor })
        expect(Number.isSafeInteger(amount) && amount >= 0 && amount <= price_minor).toBe(true)
      }),
    )
  })

  test('never has a lower fee after a move by the client than for cancelling instead', () => {
    fc.assert(
      fc.property(anyPolicy, price, minutesBefore, minutesBefore, (cancellation_policy, price_minor, at, later) => {
        const charged = { cancellation_policy, price_minor }
        const moved = { starts_at: '2026-12-26T14:00:00.000Z', price_minor }
        const changedPolicy = buildPolicyAfterClientChange(session(charged), moved, at)
        expect(BookingPolicy.safeParse(changedPolicy).success).toBe(true)
        const after = amountAt(later, { ...charged, cancellation_policy: changedPolicy })
        expect(after).toBe(Math.max(amountAt(at, charged), amountAt(later, charged)))
      }),
    )
  })

  test('never has a lower fee after a move to another price than for cancelling instead', () => {
    fc.assert(
      fc.property(anyPolicy, price, price, minutesBefore, minutesBefore, (policy_before, first, second, at, later) => {
        const charged = { cancellation_policy: policy_before, price_minor: first }
        const moved = { starts_at: '2026-12-26T14:00:00.000Z', price_minor: second }
        const cancellation_policy = buildPolicyAfterClientChange(session(charged), moved, at)
        const after = amountAt(later, { cancellation_policy, price_minor: second })
        expect(after).toBeGreaterThanOrEqual(amountAt(at, charged))
      }),
    )
  })

  test('never has a higher fee for cancelling earlier, and a no-show never costs less than cancelling', () => {
    fc.assert(
      fc.property(anyPolicy, price, minutesBefore, minutesBefore, (cancellation_policy, price_minor, first, second) => {
        const [early, late] = first < second ? [first, second] : [second, first]
        const charged = { cancellation_policy, price_minor }
        expect(amountAt(early, charged)).toBeLessThanOrEqual(amountAt(late, charged))
        expect(computeNoShowFee(session(charged))?.amount_minor ?? 0).toBeGreaterThanOrEqual(amountAt(late, charged))
      }),
    )
  })
})

test.each([
  [{ ...policy, steps: [...policy.steps].reverse() }],
  [{ ...policy, late_percent: 40 }],
  [{ ...policy, no_show_percent: 90 }],
  [{ ...policy, late_percent: 101, no_show_percent: 101 }],
  [{ ...policy, steps: [{ hours: 0, percent: 0 }] }],
  [{ ...policy, steps: [{ hours: 24, percent: 1.5 }] }],
])('a contradictory policy is rejected: %j', (contradictory) => {
  expect(CancellationPolicy.safeParse(contradictory).success).toBe(false)
  expect(CancellationPolicy.safeParse(policy).success).toBe(true)
})

describe('as text', () => {
  const words = { time: (instant: string) => instant.slice(5, 16), money: (minor: number) => `€${minor / 100}` }
  const text = (at: Date, overrides: Partial<Parameters<typeof cancellationText>[0]> = {}) =>
    cancellationText(
      { starts_at: START, until: hoursBefore(24).toISOString(), price_minor: 12_000, policy, ...overrides },
      at,
      words,
    )

  test('a session names each step with its moment and its amount', () => {
    expect(text(hoursBefore(100))).toBe('Free cancellation until 11-24T14:00, €60 until 11-25T14:00, then €120')
    expect(text(hoursBefore(30))).toBe('Cancelling costs €60 until 11-25T14:00, then €120')
    expect(text(hoursBefore(2))).toBe('Cancelling costs €120')
    expect(text(hoursBefore(30), { price_minor: null })).toBe(
      'Cancelling costs 50% of the price until 11-25T14:00, then 100% of the price',
    )
  })

  test('a free policy names the last moment to cancel online', () => {
    const free = 'Free cancellation until 11-25T14:00'
    expect(text(hoursBefore(100), { policy: freePolicy })).toBe(free)
    expect(text(hoursBefore(100), { policy: null })).toBe(free)
    expect(text(hoursBefore(100), { price_minor: 0 })).toBe(free)
  })

  test('a policy without a session names hours', () => {
    expect(policyText(freePolicy, 24)).toBe('Cancel free of charge until 24 h before')
    expect(policyText(freePolicy, 0)).toBe('Cancel free of charge until it begins')
    expect(policyText(policy, 24)).toBe(
      'Cancel free of charge until 48 h before, 50% of the price until 24 h before, then 100%',
    )
    expect(policyText({ steps: [], late_percent: 20, no_show_percent: 20 }, 24)).toBe(
      'Cancelling costs 20% of the price',
    )
  })

  test('the consequence depends on the amount paid', () => {
    const textOf = (fee: number, paid: number) => consequenceText(fee, paid, words.money)
    expect(textOf(0, 0)).toBe('Cancelling is free.')
    expect(textOf(6_000, 0)).toBe('Cancelling costs €60.')
    expect(textOf(6_000, 12_000)).toBe('You will get €60 of €120 back.')
    expect(textOf(0, 12_000)).toBe('You will get €120 of €120 back.')
    expect(textOf(12_000, 12_000)).toBe('You will get no refund of the €120 that you paid.')
    expect(textOf(12_000, 6_000)).toBe('You will get no refund, and €60 is still due.')
  })
})
