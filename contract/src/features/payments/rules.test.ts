import { describe, expect, test } from 'vitest'
import {
  computeCreditToReturn,
  getBookingPaymentState,
  getCardAccountState,
  isAuthorizedFirst,
  nextPaymentStep,
  payByFrom,
} from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const money = (overrides: object) => ({
  state: 'open' as const,
  paid_minor: 0,
  refunded_minor: 0,
  return_minor: 0,
  capture_before: null,
  ...overrides,
})
const booking = (overrides: object) => ({
  status: 'pending' as const,
  pay_by: hoursFromNow(0.2),
  due_minor: 10_000,
  held_deposit_minor: 0,
  ...overrides,
})
const paid = money({ state: 'paid', paid_minor: 5_000 })
const authorized = money({ state: 'authorized' })

describe('a payment', () => {
  test('can be made while the time is reserved, and its page ends with the reservation', () => {
    expect(nextPaymentStep(money({}), booking({}), now)).toEqual({ kind: 'none' })
    for (const ended of [
      booking({ pay_by: hoursFromNow(0) }),
      booking({ status: 'confirmed' }),
      booking({ pay_by: null }),
      null,
    ])
      expect(nextPaymentStep(money({}), ended, now)).toEqual({ kind: 'expire' })
  })

  test('that is authorized is captured when the studio confirms, and released when it declines', () => {
    expect(nextPaymentStep(authorized, booking({ pay_by: null }), now)).toEqual({ kind: 'none' })
    expect(nextPaymentStep(authorized, booking({ status: 'confirmed' }), now)).toEqual({ kind: 'capture' })
    const declined = booking({ status: 'cancelled', due_minor: 0 })
    expect(nextPaymentStep(authorized, declined, now)).toEqual({ kind: 'release' })
    expect(nextPaymentStep(authorized, null, now)).toEqual({ kind: 'release' })
  })

  test('that is authorized is charged before the authorization ends', () => {
    const ending = money({ state: 'authorized', capture_before: hoursFromNow(23) })
    expect(nextPaymentStep(ending, booking({ pay_by: null }), now)).toEqual({ kind: 'capture' })
    const early = money({ state: 'authorized', capture_before: hoursFromNow(25) })
    expect(nextPaymentStep(early, booking({ pay_by: null }), now)).toEqual({ kind: 'none' })
  })

  test('is refunded without the fee when its booking is cancelled', () => {
    const cancelled = booking({ status: 'cancelled', held_deposit_minor: 5_000, due_minor: 0 })
    expect(nextPaymentStep(paid, cancelled, now)).toEqual({ kind: 'refund', amount_minor: 5_000 })
    const withFee = { ...cancelled, due_minor: 2_000 }
    expect(nextPaymentStep(paid, withFee, now)).toEqual({ kind: 'refund', amount_minor: 3_000 })
    expect(nextPaymentStep(paid, { ...cancelled, due_minor: 7_000 }, now)).toEqual({ kind: 'none' })
    expect(nextPaymentStep({ ...paid, refunded_minor: 3_000 }, { ...withFee, held_deposit_minor: 2_000 }, now)).toEqual(
      {
        kind: 'none',
      },
    )
    expect(nextPaymentStep(paid, null, now)).toEqual({ kind: 'refund', amount_minor: 5_000 })
  })

  test('is not refunded if the session takes place', () => {
    for (const status of ['pending', 'confirmed', 'completed'] as const) {
      expect(nextPaymentStep(paid, booking({ status, held_deposit_minor: 50_000 }), now)).toEqual({ kind: 'none' })
    }
  })

  test('is refunded at most up to the amount that was paid by card', () => {
    const cash = booking({ status: 'cancelled', held_deposit_minor: 9_000, due_minor: 0 })
    expect(nextPaymentStep(paid, cash, now)).toEqual({ kind: 'refund', amount_minor: 5_000 })
  })
})

test('a deposit is authorized first only if the request ends before the authorization does', () => {
  expect(isAuthorizedFirst({ confirms_at_once: false, expires_at: hoursFromNow(24) }, now)).toBe(true)
  expect(isAuthorizedFirst({ confirms_at_once: false, expires_at: hoursFromNow(24 * 7) }, now)).toBe(false)
  expect(isAuthorizedFirst({ confirms_at_once: true, expires_at: hoursFromNow(24) }, now)).toBe(false)
  expect(payByFrom(now)).toBe('2026-11-23T10:15:00.000Z')
})

test('the state of a card account shows whether the studio can take cards', () => {
  const account = { takes_cards: false, is_submitted: false }
  expect(getCardAccountState(account, false)).toBe('not_configured')
  expect(getCardAccountState(null, true)).toBe('none')
  expect(getCardAccountState(account, true)).toBe('incomplete')
  expect(getCardAccountState({ ...account, is_submitted: true }, true)).toBe('restricted')
  expect(getCardAccountState({ takes_cards: true, is_submitted: true }, true)).toBe('ready')
})

test('the payment state of a booking follows from the booking and its card payment', () => {
  const aBooking = (overrides: object) => ({
    status: 'pending' as const,
    pay_by: hoursFromNow(0.2),
    cancelled_by: null,
    ...overrides,
  })
  expect(getBookingPaymentState(aBooking({}), null)).toBe('due')
  expect(getBookingPaymentState(aBooking({ status: 'cancelled' }), money({ state: 'expired' }))).toBe('let_go')
  expect(getBookingPaymentState(aBooking({ status: 'cancelled', cancelled_by: 'client' }), null)).toBe('none')
  expect(getBookingPaymentState(aBooking({ pay_by: null }), authorized)).toBe('authorized')
  expect(getBookingPaymentState(aBooking({ pay_by: null }), { ...paid, refunded_minor: 1 })).toBe('partly_refunded')
  expect(getBookingPaymentState(aBooking({ status: 'cancelled' }), money({ state: 'released' }))).toBe('refunded')
})

describe('credit that is held for a booking', () => {
  test('returns to the client when the booking is cancelled, except for what they owe', () => {
    const cancelled = { status: 'cancelled' as const, credit_minor: 5_000 }
    expect(computeCreditToReturn({ ...cancelled, due_minor: 0 })).toBe(5_000)
    expect(computeCreditToReturn({ ...cancelled, due_minor: 2_000 })).toBe(3_000)
    expect(computeCreditToReturn({ ...cancelled, due_minor: 7_000 })).toBe(0)
    for (const status of ['pending', 'confirmed', 'completed'] as const)
      expect(computeCreditToReturn({ ...cancelled, status, due_minor: 0 })).toBe(0)
  })

  test('pays a fee before the card does, in any order of settling', () => {
    const cancelled = { status: 'cancelled' as const, pay_by: null, due_minor: 2_500, held_deposit_minor: 7_000 }
    const byCard = money({ state: 'paid', paid_minor: 5_000 })
    expect(computeCreditToReturn({ ...cancelled, credit_minor: 2_000 })).toBe(0)
    expect(nextPaymentStep(byCard, cancelled, now)).toEqual({ kind: 'refund', amount_minor: 4_500 })
    const withSmallFee = { ...cancelled, due_minor: 500 }
    for (const held_deposit_minor of [7_000, 5_500])
      expect(nextPaymentStep(byCard, { ...withSmallFee, held_deposit_minor }, now)).toEqual({
        kind: 'refund',
        amount_minor: 5_000,
      })
    expect(computeCreditToReturn({ ...withSmallFee, credit_minor: 2_000 })).toBe(1_500)
  })

  test('that covers the fee releases an authorized amount', () => {
    const cancelled = { status: 'cancelled' as const, pay_by: null, due_minor: 2_000 }
    expect(nextPaymentStep(authorized, { ...cancelled, held_deposit_minor: 2_000 }, now)).toEqual({ kind: 'release' })
    expect(nextPaymentStep(authorized, { ...cancelled, held_deposit_minor: 1_999 }, now)).toEqual({ kind: 'capture' })
  })
})
