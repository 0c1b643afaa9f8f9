import { expect, test } from 'vitest'
import { cardPaymentAmounts, getWebhookEvents, joinChanges, secondsToRetry } from './rules.ts'

const booking = (status: string, starts_at = '10:00', version = 1) => ({ status, starts_at, ends_at: '12:00', version })
const eventsFor = (kind: string, before: object | null, after: object | null) =>
  getWebhookEvents({ kind, before: before && { ...before }, after: after && { ...after } })

test('a new booking sends a created event, and also a confirmed event if it starts as confirmed', () => {
  expect(eventsFor('booking', null, booking('pending'))).toEqual(['booking.created'])
  expect(eventsFor('booking', null, booking('confirmed'))).toEqual(['booking.created', 'booking.confirmed'])
})

test('a change of status or time has its own event, and any other change of a booking is an update', () => {
  expect(eventsFor('booking', booking('pending'), booking('confirmed'))).toEqual(['booking.confirmed'])
  expect(eventsFor('booking', booking('confirmed'), booking('cancelled'))).toEqual(['booking.cancelled'])
  expect(eventsFor('booking', booking('confirmed'), booking('completed'))).toEqual(['booking.completed'])
  expect(eventsFor('booking', booking('confirmed'), booking('confirmed', '11:00'))).toEqual(['booking.moved'])
  expect(eventsFor('booking', booking('pending'), booking('confirmed', '11:00'))).toEqual([
    'booking.moved',
    'booking.confirmed',
  ])
  expect(eventsFor('booking', booking('confirmed'), booking('confirmed', '10:00', 2))).toEqual(['booking.updated'])
  expect(eventsFor('booking', booking('confirmed'), booking('pending'))).toEqual(['booking.updated'])
})

test('a change that is undone before it is sent is only an update', () => {
  const moved = { kind: 'booking', before: booking('confirmed'), after: booking('confirmed', '11:00', 2) }
  const undone = { kind: 'booking', before: moved.after, after: booking('confirmed', '10:00', 3) }
  const joined = joinChanges([moved, undone])
  expect(joined && getWebhookEvents(joined)).toEqual(['booking.updated'])
  expect(joinChanges([])).toBeUndefined()
})

test('a client is created, updated and removed, and a returning client is created again', () => {
  const active = { removed_at: null }
  const removed = { removed_at: '2026-11-23' }
  expect(eventsFor('client', null, active)).toEqual(['client.created'])
  expect(eventsFor('client', active, active)).toEqual(['client.updated'])
  expect(eventsFor('client', active, removed)).toEqual(['client.removed'])
  expect(eventsFor('client', active, null)).toEqual(['client.removed'])
  expect(eventsFor('client', removed, active)).toEqual(['client.created'])
  for (const after of [removed, null]) expect(eventsFor('client', removed, after)).toEqual([])
})

test('projects, cards, check-ins and files have their events', () => {
  expect([eventsFor('project', null, {}), eventsFor('project', {}, {})]).toEqual([
    ['project.created'],
    ['project.updated'],
  ])
  expect(eventsFor('card', { phase: 'production' }, { phase: 'analytics' })).toEqual(['card.moved'])
  expect(eventsFor('card', { phase: 'production' }, { phase: 'production' })).toEqual(['card.updated'])
  expect([eventsFor('card', null, {}), eventsFor('card', {}, null)]).toEqual([['card.created'], ['card.deleted']])
  expect(eventsFor('checkin', null, { check_out_time: null })).toEqual(['checkin.created'])
  expect(eventsFor('checkin', { check_out_time: null }, { check_out_time: '12:00' })).toEqual(['checkin.ended'])
  expect([eventsFor('card_file', null, {}), eventsFor('card_file', {}, null)]).toEqual([
    ['file.created'],
    ['file.deleted'],
  ])
  expect(eventsFor('message_file', {}, {})).toEqual(['file.created'])
  expect([eventsFor('card', null, null), eventsFor('unknown', {}, {})]).toEqual([[], []])
})

test('a payment is received or refunded, and a card payment counts only the amount that changed', () => {
  expect(eventsFor('payment', null, { kind: 'payment' })).toEqual(['payment.received'])
  expect(eventsFor('payment', null, { kind: 'refund' })).toEqual(['payment.refunded'])
  const paid = { before: { paid_minor: 0, refunded_minor: 0 }, after: { paid_minor: 5000, refunded_minor: 0 } }
  expect(getWebhookEvents({ kind: 'card_payment', ...paid })).toEqual(['payment.received'])
  expect(cardPaymentAmounts(paid)).toEqual({ received: 5000, refunded: 0 })
  const refunded = { before: paid.after, after: { paid_minor: 5000, refunded_minor: 2000 } }
  expect(getWebhookEvents({ kind: 'card_payment', ...refunded })).toEqual(['payment.refunded'])
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
