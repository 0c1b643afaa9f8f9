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

type TaxedLine = Pick<InvoiceLine, 'amount_minor' | 'net_minor' | 'tax_minor'>

/** Whether the prices of lines include their tax. Null if no line has tax. */
export function taxNote(lines: readonly TaxedLine[]): string | null {
  const taxed = lines.filter(({ tax_minor }) => tax_minor !== 0)
  if (taxed.length === 0) return null
  const included = taxed.filter(({ amount_minor, net_minor }) => amount_minor !== net_minor)
  if (included.length === taxed.length) return 'Prices include tax.'
  return included.length === 0 ? 'Tax is added to the prices.' : 'Some prices include tax. To the others it is added.'
}

/** Formats a tax rate, such as `19 %`. @param rate_bp in hundredths of a percent */
export const taxRateText = (rate_bp: number) => `${rate_bp / 100} %`
