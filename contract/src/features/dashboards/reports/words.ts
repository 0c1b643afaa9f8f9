/** How many days invoices are past due. */
export const invoiceAges = ['not_due', 'to_30', 'to_60', 'to_90', 'older'] as const
export type InvoiceAge = (typeof invoiceAges)[number]

export const invoiceAgeLabels: Record<InvoiceAge, string> = {
  not_due: 'Not due yet',
  to_30: '1 to 30 days',
  to_60: '31 to 60 days',
  to_90: '61 to 90 days',
  older: 'More than 90 days',
}
