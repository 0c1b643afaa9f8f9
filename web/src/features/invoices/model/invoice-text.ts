import type { InvoiceLine } from '@studiohub/contract/features/invoices/schema.ts'

/** The name of an action on an invoice that opens a dialog. */
export type MoneyDialogName = 'payment' | 'refund' | 'credit-note' | 'void' | 'write-off'

const MINUTES_AN_HOUR = 60

/** The heading of an invoice, a credit note or a draft. */
export function titleOfInvoice({ kind, number }: { kind: 'invoice' | 'credit_note'; number: string | null }): string {
  if (number === null) return 'Draft invoice'
  return `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`
}

/** The quantity of a line: `1.5 h` or `3`. */
export function quantityText({ unit, quantity }: Pick<InvoiceLine, 'unit' | 'quantity'>): string {
  if (unit !== 'hour') return String(quantity)
  return `${Number((quantity / MINUTES_AN_HOUR).toFixed(2))} h`
}

/** Formats a tax rate, such as `19 %`. @param rate_bp in hundredths of a percent */
export const taxRateText = (rate_bp: number) => `${rate_bp / 100} %`
