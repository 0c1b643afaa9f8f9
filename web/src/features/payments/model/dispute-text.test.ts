import { expect, test } from 'vitest'
import { causeText, reasonText } from './dispute-text.ts'

test('the reason of a dispute is readable, also one that Stripe adds later', () => {
  expect(reasonText({ reason: 'product_not_received' })).toBe('Product not received')
  expect(reasonText({ reason: '' })).toBe('')
})

test('a difference says what it is about', () => {
  expect(causeText({ kind: 'other' })).toBe('Not made by StudioHub')
})
