/** Limits of invoices. Amounts are in the smallest unit of their currency. */
export const INVOICE_LINES_MAX = 100
export const LINE_DESCRIPTION_MAX = 200
export const LINE_PRICE_MAX = 1_000_000_000
export const LINE_QUANTITY_MAX = 100_000
export const INVOICE_NOTE_MAX = 1_000
export const MONEY_REASON_MAX = 300
export const PAYMENT_DAYS_MAX = 365
export const AMOUNT_MINOR_MAX = 10_000_000_000

/** The states of an invoice. All except `draft` and `void` are computed from the books and the day. */
export const invoiceStates = ['draft', 'sent', 'partly_paid', 'paid', 'overdue', 'written_off', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** What a list of invoices can be filtered by: a state, or all that are not paid in full, whether overdue or not. */
export const invoiceStateFilters = ['open', ...invoiceStates] as const
export type InvoiceStateFilter = (typeof invoiceStateFilters)[number]

export const invoiceStateLabels: Record<InvoiceState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  partly_paid: 'Partly paid',
  paid: 'Paid',
  overdue: 'Overdue',
  written_off: 'Written off',
  void: 'Void',
}

/** How a client pays without a card. */
export const paymentMethods = ['cash', 'bank', 'outside'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * How money is refunded: in one of those ways, to the card that paid, or as credit for the client's next booking or invoice.
 */
export const refundMethods = [...paymentMethods, 'card', 'credit'] as const
export type RefundMethod = (typeof refundMethods)[number]

export const methodLabels: Record<RefundMethod, string> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  outside: 'Paid outside',
  card: 'Card',
  credit: 'Credit',
}

/** The kinds of email about an invoice. */
export const invoiceEmailKinds = ['invoice', 'reminder', 'receipt'] as const
export type InvoiceEmailKind = (typeof invoiceEmailKinds)[number]

export const invoiceEmailLabels: Record<InvoiceEmailKind, string> = {
  invoice: 'Invoice',
  reminder: 'Reminder',
  receipt: 'Receipt',
}

/** The choices for the number of days past due after which a client is reminded. */
export const reminderDays = [3, 7, 14] as const

/** What an invoice without tax says about a buyer who owes it (Directive 2006/112/EC, article 226, 11a). */
export const REVERSE_CHARGE_NOTE = 'Reverse charge: the recipient owes the tax.'
