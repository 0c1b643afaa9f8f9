import { expect, test } from 'vitest'
import { cardPaymentAmounts, eventsOf, joinChanges, secondsToRetry } from './rules.ts'

const booking = (status: string, starts_at = '10:00', version = 1) => ({ status, starts_at, ends_at: '12:00', version })
const of = (kind: string, before: object | null, after: object | null) =>
  eventsOf({ kind, before: before && { ...before }, after: after && { ...after } })

test('a new booking is created, and also confirmed where it begins so', () => {
  expect(of('booking', null, booking('pending'))).toEqual(['booking.created'])
  expect(of('booking', null, booking('confirmed'))).toEqual(['booking.created', 'booking.confirmed'])
})

test('a change of a booking is named by its status and time, any other is an update', () => {
  expect(of('booking', booking('pending'), booking('confirmed'))).toEqual(['booking.confirmed'])
  expect(of('booking', booking('confirmed'), booking('cancelled'))).toEqual(['booking.cancelled'])
  expect(of('booking', booking('confirmed'), booking('completed'))).toEqual(['booking.completed'])
  expect(of('booking', booking('confirmed'), booking('confirmed', '11:00'))).toEqual(['booking.moved'])
  expect(of('booking', booking('pending'), booking('confirmed', '11:00'))).toEqual([
    'booking.moved',
    'booking.confirmed',
  ])
  expect(of('booking', booking('confirmed'), booking('confirmed', '10:00', 2))).toEqual(['booking.updated'])
  expect(of('booking', booking('confirmed'), booking('pending'))).toEqual(['booking.updated'])
})

test('a change that was undone in time names neither the change nor the undo', () => {
  const moved = { kind: 'booking', before: booking('confirmed'), after: booking('confirmed', '11:00', 2) }
  const undone = { kind: 'booking', before: moved.after, after: booking('confirmed', '10:00', 3) }
  const joined = joinChanges([moved, undone])
  expect(joined && eventsOf(joined)).toEqual(['booking.updated'])
  expect(joinChanges([])).toBeUndefined()
})

test('a client is added, changed and removed, and comes back as a new one', () => {
  const there = { removed_at: null }
  const removed = { removed_at: '2026-11-23' }
  expect(of('client', null, there)).toEqual(['client.created'])
  expect(of('client', there, there)).toEqual(['client.updated'])
  expect(of('client', there, removed)).toEqual(['client.removed'])
  expect(of('client', there, null)).toEqual(['client.removed'])
  expect(of('client', removed, there)).toEqual(['client.created'])
  for (const after of [removed, null]) expect(of('client', removed, after)).toEqual([])
})

test('projects, cards, check-ins and files have their events', () => {
  expect([of('project', null, {}), of('project', {}, {})]).toEqual([['project.created'], ['project.updated']])
  expect(of('card', { phase: 'production' }, { phase: 'analytics' })).toEqual(['card.moved'])
  expect(of('card', { phase: 'production' }, { phase: 'production' })).toEqual(['card.updated'])
  expect([of('card', null, {}), of('card', {}, null)]).toEqual([['card.created'], ['card.deleted']])
  expect(of('checkin', null, { check_out_time: null })).toEqual(['checkin.created'])
  expect(of('checkin', { check_out_time: null }, { check_out_time: '12:00' })).toEqual(['checkin.ended'])
  expect([of('card_file', null, {}), of('card_file', {}, null)]).toEqual([['file.created'], ['file.deleted']])
  expect(of('message_file', {}, {})).toEqual(['file.created'])
  expect([of('card', null, null), of('unknown', {}, {})]).toEqual([[], []])
})

test('a payment is received or refunded, by card for the amount that changed', () => {
  expect(of('payment', null, { kind: 'payment' })).toEqual(['payment.received'])
  expect(of('payment', null, { kind: 'refund' })).toEqual(['payment.refunded'])
  const paid = { before: { paid_minor: 0, refunded_minor: 0 }, after: { paid_minor: 5000, refunded_minor: 0 } }
  expect(eventsOf({ kind: 'card_payment', ...paid })).toEqual(['payment.received'])
  expect(cardPaymentAmounts(paid)).toEqual({ received: 5000, refunded: 0 })
  const refunded = { before: paid.after, after: { paid_minor: 5000, refunded_minor: 2000 } }
  expect(eventsOf({ kind: 'card_payment', ...refunded })).toEqual(['payment.refunded'])
  expect(cardPaymentAmounts(refunded)).toEqual({ received: 0, refunded: 2000 })
})

test('ten attempts take almost three days', () => {
  const waits = Array.from({ length: 12 }, (_, index) => secondsToRetry(index + 1))
  expect(waits.slice(0, 3)).toEqual([5, 300, 1800])
  expect(waits.slice(9)).toEqual([null, null, null])
  const hours = waits.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0) / 3600
  expect(hours).toBeGreaterThan(71)
  expect(hours).toBeLessThan(72)
})
