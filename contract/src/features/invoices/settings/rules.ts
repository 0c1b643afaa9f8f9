/** The number of an invoice as it is printed: `NL-2026-0007`. */
export const formatInvoiceNumber = (prefix: string, year: number, count: number) =>
  `${prefix}${year}-${String(count).padStart(4, '0')}`
