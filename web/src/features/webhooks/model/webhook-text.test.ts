import { expect, test } from 'vitest'
import { deliveryState, describeAnswer, describeEvents, eventLabel, readableJson } from './webhook-text.ts'

test('events are named by their group', () => {
  expect(eventLabel('booking.confirmed')).toBe('Bookings: confirmed')
  expect(eventLabel('webhook.test')).toBe('Test')
  expect(eventLabel('later.event')).toBe('later.event')
  expect(describeEvents({ events: ['payment.received', 'booking.created', 'booking.moved'] })).toBe(
    'Bookings, payments',
  )
})

test('a delivery shows its state, and the answer of its last attempt', () => {
  const delivery = { status: 503, duration_ms: 120, problem: 'The server answered 503.', attempts: 2 }
  const of = (given: object) => describeAnswer({ ...delivery, ...given } as Parameters<typeof describeAnswer>[0])
  expect(of({})).toBe('Status 503 after 120 ms, attempt 2')
  expect(of({ status: 200, attempts: 1 })).toBe('Status 200 after 120 ms')
  expect(of({ status: null, problem: 'The server did not answer in time.', attempts: 1 })).toBe(
    'The server did not answer in time.',
  )
  expect(of({ attempts: 0 })).toBe('Not sent yet')
  const states = (['waiting', 'delivered', 'failed'] as const).map(
    (state) => deliveryState({ state, attempts: 1 }).text,
  )
  expect(states).toEqual(['Will be repeated', 'Delivered', 'Failed'])
  expect(deliveryState({ state: 'waiting', attempts: 0 }).text).toBe('Waiting')
})

test('JSON is shown with line breaks, other texts as they are', () => {
  expect(readableJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableJson('not json')).toBe('not json')
})
