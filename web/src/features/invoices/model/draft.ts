import type { BillableSession, InvoiceDetails, NewInvoiceLine } from '@studiohub/contract/features/invoices/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

const MINUTES_AN_HOUR = 60
const BP_OF_PERCENT = 100

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
 * Half an hour of overtime of the chosen sessions, which can be edited; null if none of them has an hourly price. If there
 * are several sessions, the latest one gives the price.
 */
export function overtimeOf(
  sessions: readonly Pick<BillableSession, 'id' | 'hour_minor' | 'tax_rate_bp'>[],
  chosen: readonly string[],
  currency: string,
): TypedLine | null {
  const last = sessions.findLast(({ id }) => chosen.includes(id))
  if (!last || last.hour_minor === null) return null
  return overtimeLine({ ...last, hour_minor: last.hour_minor }, currency)
}

const overtimeLine = (
  { hour_minor, tax_rate_bp }: { hour_minor: number; tax_rate_bp: number },
  currency: string,
): TypedLine => ({
  ...{ description: 'Overtime', quantity: '0.5', unit: 'hour', price: moneyField(hour_minor, currency) },
  tax: tax_rate_bp === 0 ? '' : String(tax_rate_bp / BP_OF_PERCENT),
})

/** A session of a draft or one that can be added to it. */
export type DraftSession = {
  id: string
  label: string
  day: string | null
  amount_minor: number
  currency: string
  hint?: string
}

/** A price may be negative, for a discount. */
function readPrice(text: string, currency: string): number | null {
  const isNegative = text.trim().startsWith('-')
  const minor = parseMinor(text.replace('-', ''), currency)
  return minor === null ? null : isNegative ? -minor : minor
}

/** Reads '1', '1.5' or '1,5' and multiplies it by a factor; null if the result is not a whole number. */
function readNumber(text: string, factor: number): number | null {
  const value = Number(text.trim().replace(',', '.')) * factor
  return text.trim() !== '' && Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : null
}

/** Lines in hours show their length in the text, because narrow pages have no column for it. */
const lengthEnding = (minutes: number) => `, ${lengthText(minutes)}`

const isFilled = ({ description, price }: TypedLine) => description.trim() !== '' || price.trim() !== ''

/** The typed lines in the format of the API, or the message of the first error. Empty lines are left out. */
export function readLines(
  lines: readonly TypedLine[],
  currency: string,
): { lines: NewInvoiceLine[]; problem?: undefined } | { problem: string } {
  const read: NewInvoiceLine[] = []
  for (const line of lines.filter(isFilled)) {
    const { description, unit } = line
    const unit_price_minor = readPrice(line.price, currency)
    const quantity = readNumber(line.quantity, unit === 'hour' ? MINUTES_AN_HOUR : 1)
    const tax_rate_bp = line.tax.trim() === '' ? 0 : readNumber(line.tax, BP_OF_PERCENT)
    if (description.trim() === '') return { problem: 'Please say what each line is for' }
    if (unit_price_minor === null) return { problem: 'Please enter a price for each line' }
    if (quantity === null || quantity < 1) return { problem: 'Please enter how many of each line' }
    if (tax_rate_bp === null || tax_rate_bp < 0) return { problem: 'Please enter tax as a percentage, such as 19' }
    const ending = unit === 'hour' ? lengthEnding(quantity) : ''
    read.push({ description: description.trim() + ending, unit, quantity, unit_price_minor, tax_rate_bp })
  }
  return { lines: read }
}

/** The lines of a draft that are not part of a session, as form values. */
export const typedLinesOf = ({ lines, currency }: Pick<InvoiceDetails, 'lines' | 'currency'>): TypedLine[] =>
  lines
    .filter(({ booking_id }) => booking_id === null)
    .map(({ description, unit, quantity, unit_price_minor, tax_rate_bp }) => ({
      description:
        unit === 'hour' && description.endsWith(lengthEnding(quantity))
          ? description.slice(0, -lengthEnding(quantity).length)
          : description,
      unit,
      quantity: String(unit === 'hour' ? quantity / MINUTES_AN_HOUR : quantity),
      price: `${unit_price_minor < 0 ? '-' : ''}${moneyField(Math.abs(unit_price_minor), currency)}`,
      tax: tax_rate_bp === 0 ? '' : String(tax_rate_bp / BP_OF_PERCENT),
    }))

/** The sessions of a draft, each with the sum of its lines. */
export function sessionsOfDraft({ lines, currency }: Pick<InvoiceDetails, 'lines' | 'currency'>): DraftSession[] {
  const bySession = Map.groupBy(
    lines.filter(({ booking_id }) => booking_id !== null),
    ({ booking_id }) => booking_id ?? '',
  )
  return [...bySession].map(([id, all]) => ({
    id,
    label: all[0]?.description ?? '',
    day: all[0]?.service_on ?? null,
    amount_minor: all.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    currency,
  }))
}
