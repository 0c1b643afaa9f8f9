import { expect, test } from 'vitest'
import { deliveryState, describeAnswer, describeEvents, eventLabel, readableJson } from './webhook-text.ts'

test('an event is labeled with its group, and a webhook with the groups of its events', () => {
  expect(eventLabel('booking.confirmed')).toBe('Bookings: confirmed')
  expect(eventLabel('webhook.test')).toBe('Test')
  expect(eventLabel('later.event')).toBe('later.event')
  expect(describeEvents({ events: ['payment.received', 'booking.created', 'booking.moved'] })).toBe(
    'Bookings, payments',
  )
})

test('a delivery shows its state and the result of its last attempt', () => {
  const delivery = { status: 503, duration_ms: 120, problem: 'The server answered 503.', attempts: 2 }
  const answerText = (overrides: object) =>
    describeAnswer({ ...delivery, ...overrides } as Parameters<typeof describeAnswer>[0])
  expect(answerText({})).toBe('Status 503 after 120 ms, attempt 2')
  expect(answerText({ status: 200, attempts: 1 })).toBe('Status 200 after 120 ms')
  expect(answerText({ status: null, problem: 'The server did not answer in time.', attempts: 1 })).toBe(
    'The server did not answer in time.',
  )
  expect(answerText({ attempts: 0 })).toBe('Not sent yet')
  const states = (['waiting', 'delivered', 'failed'] as const).map(
    (state) => deliveryState({ state, attempts: 1 }).text,
  )
  expect(states).toEqual(['Will be retried', 'Delivered', 'Failed'])
  expect(deliveryState({ state: 'waiting', attempts: 0 }).text).toBe('Waiting')
})

test('JSON is shown with line breaks, and other texts unchanged', () => {
  expect(readableJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableJson('not json')).toBe('not json')
})
