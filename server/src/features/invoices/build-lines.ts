import { fail } from '@studiohub/contract/errors.ts'
import { computeLineAmount, invoiceTotals, taxedLines } from '@studiohub/contract/features/invoices/rules.ts'
import type { NewInvoiceLine } from '@studiohub/contract/features/invoices/schema.ts'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { NewLine } from './queries.ts'
import { listBillable, type PricedSession } from './sessions/queries.ts'

type InvoiceContents = {
  studio_id: string
  client_id: string
  /** The draft to change; absent for a new invoice. */
  invoice_id?: string
  booking_ids: readonly string[]
  lines: readonly NewInvoiceLine[]
  /** If absent: the currency of the sessions, else `default_currency`. */
  currency?: string | undefined
  default_currency: string
}

/** The lines of an invoice with tax, their sums and their currency. @throws AppError SESSION_NOT_BILLABLE, AMOUNT_NOT_POSSIBLE */
export async function buildLines(tx: Tx, contents: InvoiceContents) {
  const { booking_ids: ids, ...scope } = contents
  const sessions = ids.length > 0 ? await listBillable(tx, { ...scope, ids }) : []
  const currency = contents.currency ?? sessions[0]?.currency ?? contents.default_currency
  if (sessions.length < new Set(ids).size || sessions.some((session) => session.currency !== currency)) {
    fail('SESSION_NOT_BILLABLE')
  }
  // Prices of typed lines are net, unless the prices of all sessions include tax.
  const prices_include_tax = sessions.length > 0 && sessions.every(({ tax }) => tax?.included)
  const [taxIncluded, taxExcluded] = [
    sessions.filter(({ tax }) => tax?.included),
    sessions.filter(({ tax }) => !tax?.included),
  ]
  const typedLines = contents.lines.map(toTypedLine)
  const lines: NewLine[] = [
    ...taxedLines([...taxIncluded.flatMap(buildSessionLines), ...(prices_include_tax ? typedLines : [])], true),
    ...taxedLines([...taxExcluded.flatMap(buildSessionLines), ...(prices_include_tax ? [] : typedLines)], false),
  ]
  const totals = invoiceTotals(lines)
  if (totals.total_minor < 0)
    fail('AMOUNT_NOT_POSSIBLE', { message: 'The reductions are higher than the invoice. Please lower them.' })
  return { lines, totals, currency, prices_include_tax }
}

/** The lines of a session: its agreed price or its fee. Leaves out add-ons whose price is not agreed yet. */
export function buildSessionLines({ id, booking_date, price_lines, tax, ...session }: PricedSession) {
  const { has_fee, status, label, price_minor } = session
  if (has_fee) {
    const description = `${status === 'cancelled' ? 'Cancellation' : 'No-show'} fee: ${label}`
    const fee = { unit: 'piece' as const, quantity: 1, unit_price_minor: price_minor, amount_minor: price_minor }
    return [{ booking_id: id, booking_line: 0, service_on: booking_date, description, ...withTaxRate(fee, tax) }]
  }
  return price_lines
    .map(toPieceLine)
    .flatMap(({ label, unit, quantity, unit_price_minor, amount_minor }, booking_line) =>
      unit_price_minor === null || amount_minor === null
        ? []
        : [
            {
              booking_id: id,
              booking_line,
              service_on: booking_date,
              description: label,
              ...withTaxRate({ unit, quantity, unit_price_minor, amount_minor }, tax),
            },
          ],
    )
}

/** Turns prepaid hours into one piece, because they have an amount but no price per hour. */
const toPieceLine = (line: PriceLine): PriceLine =>
  line.kind === 'package'
    ? {
        ...line,
        label: `${line.label}, ${lengthText(line.quantity)}`,
        unit: 'piece',
        quantity: 1,
        unit_price_minor: line.amount_minor,
      }
    : line

type ChargedLine = { unit: NewLine['unit']; quantity: number; unit_price_minor: number; amount_minor: number }

/** A line with its tax rate. Under reverse charge a price that includes tax becomes one piece with the net amount. */
export function withTaxRate(line: ChargedLine, tax: BookingTax | null) {
  if (!tax?.reverse_charge) return { ...line, tax_rate_bp: tax?.rate_bp ?? 0 }
  if (!tax.included) return { ...line, tax_rate_bp: 0 }
  const { net_minor } = taxedAmount(line.amount_minor, tax)
  return { unit: 'piece' as const, quantity: 1, unit_price_minor: net_minor, amount_minor: net_minor, tax_rate_bp: 0 }
}

const toTypedLine = (line: NewInvoiceLine) => ({
  ...line,
  booking_id: null,
  booking_line: null,
  service_on: null,
  amount_minor: computeLineAmount(line),
})
