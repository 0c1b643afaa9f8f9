/** How long the provider's page for an invoice can be used. A page that is older is replaced by a new one. */
export const INVOICE_PAGE_MINUTES = 50

/** The states of an invoice's last card payment. */
export const invoicePaymentStates = ['none', 'open', 'paid'] as const
