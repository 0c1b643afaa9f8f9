import type { CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import { expect, test } from 'vitest'
import { causeText, findNextDispute, reasonText } from './dispute-text.ts'

test('the reason of a dispute is shown in words, even one that Stripe adds later', () => {
  expect(reasonText({ reason: 'product_not_received' })).toBe('Product not received')
  expect(reasonText({ reason: '' })).toBe('')
})

test('the cause of a difference is shown in words', () => {
  expect(causeText({ kind: 'other' })).toBe('Not made by StudioHub')
})

test('the dispute with the earliest deadline is answered first', () => {
  const disputeOf = (id: string, state: CardDispute['state'], respond_by: string | null): CardDispute => ({
    id,
    state,
    respond_by,
    amount_minor: 5_000,
    currency: 'USD',
    withdrawn_minor: 0,
    reason: 'fraudulent',
    evidence_url: '',
    opened_at: '2026-11-01T00:00:00Z',
    client_id: null,
    client_name: null,
    booking_id: null,
    invoice_id: null,
  })
  const disputes = [
    disputeOf('no deadline', 'needs_response', null),
    disputeOf('late', 'needs_response', '2026-12-20T00:00:00Z'),
    disputeOf('early', 'needs_response', '2026-12-10T00:00:00Z'),
    disputeOf('over', 'lost', '2026-12-01T00:00:00Z'),
  ]
  expect(findNextDispute(disputes)?.id).toBe('early')
  expect(findNextDispute(disputes.slice(0, 1))?.id).toBe('no deadline')
  expect(findNextDispute(disputes.slice(3))).toBeUndefined()
})
