import type { CardDifference, CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import type { DisputeState, PayoutState } from '@studiohub/contract/features/payments/words.ts'

export const disputeLabels: Record<DisputeState, string> = {
  needs_response: 'Needs your response',
  under_review: 'Under review by the bank',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}

export const payoutLabels: Record<PayoutState, string> = {
  on_its_way: 'On its way',
  paid: 'Paid',
  failed: 'Not accepted by the bank',
}

/** The client's reason, in words: 'Product not received'. */
export function reasonText({ reason }: Pick<CardDispute, 'reason'>): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const causes: Record<CardDifference['kind'], string> = {
  payment: 'Client payment',
  payout: 'Payout to your bank',
  fee: 'Stripe fee',
  other: 'Not made by StudioHub',
}

/** The cause of a difference, in words. */
export const causeText = ({ kind }: Pick<CardDifference, 'kind'>) => causes[kind]

/** The dispute that the studio must answer first: the one with the earliest deadline. */
export function findNextDispute(disputes: readonly CardDispute[]): CardDispute | undefined {
  const open = disputes.filter(({ state }) => state === 'needs_response')
  return open.toSorted((a, b) => deadlineOf(a) - deadlineOf(b))[0]
}

const deadlineOf = ({ respond_by }: CardDispute) => (respond_by ? Date.parse(respond_by) : Number.POSITIVE_INFINITY)
