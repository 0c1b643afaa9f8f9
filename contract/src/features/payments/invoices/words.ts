/** How long the provider's payment page for an invoice works. An older page is replaced by a new one. */
export const INVOICE_PAGE_MINUTES = 50

/** The states of an invoice's last card payment. */
export const invoicePaymentStates = ['none', 'open', 'paid'] as const
