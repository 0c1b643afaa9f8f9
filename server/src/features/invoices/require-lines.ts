import { fail } from '@studiohub/contract/errors.ts'
import { invoiceTotals, lineAmount, taxedLines } from '@studiohub/contract/features/invoices/rules.ts'
import type { NewInvoiceLine } from '@studiohub/contract/features/invoices/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { NewLine } from './queries.ts'
import { listBillable, type PricedSession } from './sessions/queries.ts'

type InvoiceContents = {
  studio_id: string
  client_id: string
  /** Of a draft that is changed. */
  invoice_id?: string
  booking_ids: readonly string[]
  lines: readonly NewInvoiceLine[]
  /** Omitted: that of the sessions, else `own_currency`. */
  currency?: string | undefined
  own_currency: string
}

/** The lines of an invoice with tax, their sums and their currency. @throws AppError SESSION_NOT_BILLABLE, AMOUNT_NOT_POSSIBLE */
export async function requireLines(tx: Tx, contents: InvoiceContents) {
  const { booking_ids: ids, ...of } = contents
  const sessions = ids.length > 0 ? await listBillable(tx, { ...of, ids }) : []
  const currency = contents.currency ?? sessions[0]?.currency ?? contents.own_currency
  if (sessions.length < new Set(ids).size || sessions.some((session) => session.currency !== currency)) {
    fail('SESSION_NOT_BILLABLE')
  }
  const untaxed = [...sessions.flatMap(linesOfSession), ...contents.lines.map(freeLine)]
  // Prices include no tax until the studio has tax rates.
  const lines: NewLine[] = taxedLines(untaxed, false)
  const totals = invoiceTotals(lines)
  if (totals.total_minor < 0) fail('AMOUNT_NOT_POSSIBLE', { message: 'The discount is higher than the invoice.' })
  return { lines, totals, currency, prices_include_tax: false }
}

/** The lines of a session's price as it was sold. Add-ons that are still on request are left out. */
function linesOfSession({ id, booking_date, price_lines }: PricedSession) {
  return price_lines.flatMap(({ label, unit, quantity, unit_price_minor, amount_minor }, booking_line) =>
    unit_price_minor === null || amount_minor === null
      ? []
      : [
          {
            ...{ booking_id: id, booking_line, service_on: booking_date, description: label, unit, quantity },
            ...{ unit_price_minor, amount_minor, tax_rate_bp: 0 },
          },
        ],
  )
}

const freeLine = (line: NewInvoiceLine) => ({
  ...line,
  ...{ booking_id: null, booking_line: null, service_on: null, amount_minor: lineAmount(line) },
})
