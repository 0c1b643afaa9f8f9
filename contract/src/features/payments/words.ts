/** How long a time is reserved while its client has to pay. */
export const PAY_WITHIN_MINUTES = 15

/** A card holds an authorized amount for about seven days. An amount that may be needed longer is charged at once. */
export const AUTHORIZED_DAYS = 6

/** The states of a deposit. */
export const bookingPaymentStates = [
  'none',
  'due',
  'authorized',
  'paid',
  'partly_refunded',
  'refunded',
  'let_go',
] as const
export type BookingPaymentState = (typeof bookingPaymentStates)[number]

/** The results of a dispute; `closed`: the client's bank only asked, or the dispute was prevented. */
export const disputeStates = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]

export const payoutStates = ['on_its_way', 'paid', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/** Kinds of movements at the provider and of differences; `other`: a movement that StudioHub did not cause. */
export const differenceKinds = ['payment', 'payout', 'fee', 'other'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Whether a studio can take cards. */
export const cardAccountStates = ['not_configured', 'none', 'incomplete', 'restricted', 'ready'] as const
export type CardAccountState = (typeof cardAccountStates)[number]
