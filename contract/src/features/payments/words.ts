/** How long a time is kept for a client who has to pay for it. */
export const PAY_WITHIN_MINUTES = 15

/** A card keeps an authorized amount for about seven days. One that may be needed longer is charged at once. */
export const AUTHORIZED_DAYS = 6

/** What became of a deposit. */
export const bookingPaymentStates = [
  ...(['none', 'due', 'authorized', 'paid', 'partly_refunded', 'refunded', 'let_go'] as const),
] as const
export type BookingPaymentState = (typeof bookingPaymentStates)[number]

/** Whether a studio can take cards. */
export const cardAccountStates = ['not_configured', 'none', 'incomplete', 'restricted', 'ready'] as const
export type CardAccountState = (typeof cardAccountStates)[number]
