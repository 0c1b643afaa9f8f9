import type { BillableSession, InvoiceDetails, NewInvoiceLine } from '@studiohub/contract/features/invoices/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

const MINUTES_AN_HOUR = 60
const BP_PER_PERCENT = 100

/** A line as typed in the form. The quantity is in the line's unit: pieces or hours. */
export type TypedLine = {
  description: string
  quantity: string
  price: string
  /** Percent. */
  tax: string
  unit: NewInvoiceLine['unit']
}

export const emptyLine: TypedLine = { description: '', quantity: '1', price: '', tax: '', unit: 'piece' }

/**
 * A line for half an hour of overtime, which the user can edit. Its price and tax are those of the latest selected session.
 * Null if no session is selected, or that session has no hourly price.
 */
export function createOvertimeLine(
  sessions: readonly Pick<BillableSession, 'id' | 'hour_minor' | 'tax_rate_bp'>[],
  selectedIds: readonly string[],
  currency: string,
): TypedLine | null {
  const latestSession = sessions.findLast(({ id }) => selectedIds.includes(id))
  if (!latestSession || latestSession.hour_minor === null) return null
  return toOvertimeLine({ ...latestSession, hour_minor: latestSession.hour_minor }, currency)
}

const toOvertimeLine = (
  { hour_minor, tax_rate_bp }: { hour_minor: number; tax_rate_bp: number },
  currency: string,
): TypedLine => ({
  description: 'Overtime',
  quantity: '0.5',
  unit: 'hour',
  price: moneyField(hour_minor, currency),
  tax: tax_rate_bp === 0 ? '' : String(tax_rate_bp / BP_PER_PERCENT),
})

/** A session that is part of a draft, or can be added to it. */
export type DraftSession = {
  id: string
  label: string
  day: string | null
  amount_minor: number
  currency: string
  hint?: string
}

const hints = { completed: undefined, confirmed: 'not yet completed', cancelled: 'cancelled, with a fee' }

/** Converts a billable session to an entry of the form of a draft. */
export function toDraftSession(session: BillableSession): DraftSession {
  const { id, label, booking_date, status, price_minor, currency } = session
  const hint = hints[status]
  return { id, label, day: booking_date, amount_minor: price_minor, currency, ...(hint && { hint }) }
}

/** The lines after the client was changed: without the overtime of the former client's sessions. */
export const removeOvertime = (lines: readonly TypedLine[]) => lines.filter(({ unit }) => unit !== 'hour')

/** The lines after the currency has changed: without prices, which were typed in the former currency. */
export const clearPrices = (lines: readonly TypedLine[]) => lines.map((line) => ({ ...line, price: '' }))

/** Reads a price in the smallest unit of the currency; null if it is invalid. A discount has a negative price. */
function readPrice(text: string, currency: string): number | null {
  const isNegative = text.trim().startsWith('-')
  const minor = parseMinor(text.trim().replace(/^-/, ''), currency)
  return minor === null ? null : isNegative ? -minor : minor
}

/** Reads '1', '1.5' or '1,5' and multiplies it by a factor; null if the result is not a whole number. */
function readScaledNumber(text: string, factor: number): number | null {
  const value = Number(text.trim().replace(',', '.')) * factor
  return text.trim() !== '' && Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : null
}

/** The end of the description of a line in hours. Narrow pages have no column for the length. */
const getLengthSuffix = (minutes: number) => `, ${lengthText(minutes)}`

const isFilled = ({ description, price }: TypedLine) => description.trim() !== '' || price.trim() !== ''

/** The typed lines in the format of the API, or the message of the first error. Empty lines are left out. */
export function readLines(
  lines: readonly TypedLine[],
  currency: string,
): { lines: NewInvoiceLine[]; problem?: undefined } | { problem: string } {
  const newLines: NewInvoiceLine[] = []
  for (const line of lines.filter(isFilled)) {
    const { description, unit } = line
    const unit_price_minor = readPrice(line.price, currency)
    const quantity = readScaledNumber(line.quantity, unit === 'hour' ? MINUTES_AN_HOUR : 1)
    const tax_rate_bp = line.tax.trim() === '' ? 0 : readScaledNumber(line.tax, BP_PER_PERCENT)
    if (description.trim() === '') return { problem: 'Please enter a description for each line' }
    if (unit_price_minor === null) return { problem: 'Please enter a price for each line' }
    if (quantity === null || quantity < 1) return { problem: 'Please enter a quantity for each line' }
    if (tax_rate_bp === null || tax_rate_bp < 0) return { problem: 'Please enter tax as a percentage, such as 19' }
    const suffix = unit === 'hour' ? getLengthSuffix(quantity) : ''
    newLines.push({ description: description.trim() + suffix, unit, quantity, unit_price_minor, tax_rate_bp })
  }
  return { lines: newLines }
}

/** The lines of a draft that are not part of a session, as form values. */
export const toTypedLines = ({ lines, currency }: Pick<InvoiceDetails, 'lines' | 'currency'>): TypedLine[] =>
  lines
    .filter(({ booking_id }) => booking_id === null)
    .map(({ description, unit, quantity, unit_price_minor, tax_rate_bp }) => ({
      description:
        unit === 'hour' && description.endsWith(getLengthSuffix(quantity))
          ? description.slice(0, -getLengthSuffix(quantity).length)
          : description,
      unit,
      quantity: String(unit === 'hour' ? quantity / MINUTES_AN_HOUR : quantity),
      price: `${unit_price_minor < 0 ? '-' : ''}${moneyField(Math.abs(unit_price_minor), currency)}`,
      tax: tax_rate_bp === 0 ? '' : String(tax_rate_bp / BP_PER_PERCENT),
    }))

/** The sessions of a draft, each with the sum of its lines. */
export function sessionsOfDraft({ lines, currency }: Pick<InvoiceDetails, 'lines' | 'currency'>): DraftSession[] {
  const linesBySession = Map.groupBy(
    lines.filter(({ booking_id }) => booking_id !== null),
    ({ booking_id }) => booking_id ?? '',
  )
  return [...linesBySession].map(([id, sessionLines]) => ({
    id,
    label: sessionLines[0]?.description ?? '',
    day: sessionLines[0]?.service_on ?? null,
    amount_minor: sessionLines.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    currency,
  }))
}
