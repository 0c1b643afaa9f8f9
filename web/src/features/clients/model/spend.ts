/** What the spend of a client counts. Reports count invoices and payments, so their sums differ. */
export const SPEND_HINT = 'Prices of completed sessions, without no-shows'
