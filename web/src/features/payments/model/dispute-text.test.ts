import { expect, test } from 'vitest'
import { causeText, reasonText } from './dispute-text.ts'

test('the reason of a dispute is shown in words, even one that Stripe adds later', () => {
  expect(reasonText({ reason: 'product_not_received' })).toBe('Product not received')
  expect(reasonText({ reason: '' })).toBe('')
})

test('the cause of a difference is shown in words', () => {
  expect(causeText({ kind: 'other' })).toBe('Not made by StudioHub')
})
