import { plusDays } from '../../shared/instants.ts'
import { moneyColumn } from '../../shared/money.ts'
import type { InvoiceState } from './words.ts'

const MINUTES_AN_HOUR = 60
/** 100 % in hundredths of a percent. */
const WHOLE_BP = 10_000

/** Divides and rounds half away from zero; the result is a whole number. */
const divideRounded = (dividend: number, divisor: number) =>
  // Adding 0 makes a negative zero positive.
  Math.sign(dividend) * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor)) + 0

/** The amount of a line before its tax is split off or added. Hours are given in minutes. */
export const computeLineAmount = ({ unit, quantity, unit_price_minor }: PricedLine) =>
  unit === 'hour' ? divideRounded(unit_price_minor * quantity, MINUTES_AN_HOUR) : unit_price_minor * quantity

type PricedLine = { unit: string; quantity: number; unit_price_minor: number }
type TaxableLine = { amount_minor: number; tax_rate_bp: number }

const taxOf = (amount: number, rate_bp: number, prices_include_tax: boolean) =>
  divideRounded(amount * rate_bp, prices_include_tax ? WHOLE_BP + rate_bp : WHOLE_BP)

/**
 * Splits lines into net and tax. The tax of all lines with one rate is the tax of their sum. Each line gets the tax of the
 * sum up to it, minus that of the lines before it, so rounding loses no cent.
 */
export function taxedLines<Line extends TaxableLine>(lines: readonly Line[], prices_include_tax: boolean) {
  const sums = new Map<number, number>()
  return lines.map((line) => {
    const { amount_minor, tax_rate_bp } = line
    const before = sums.get(tax_rate_bp) ?? 0
    const after = before + amount_minor
    sums.set(tax_rate_bp, after)
    const tax_minor = taxOf(after, tax_rate_bp, prices_include_tax) - taxOf(before, tax_rate_bp, prices_include_tax)
    return { ...line, tax_minor, net_minor: prices_include_tax ? amount_minor - tax_minor : amount_minor }
  })
}

/** The sums of taxed lines. */
export function invoiceTotals(lines: readonly { net_minor: number; tax_minor: number }[]) {
  const net_minor = lines.reduce((sum, line) => sum + line.net_minor, 0)
  const tax_minor = lines.reduce((sum, line) => sum + line.tax_minor, 0)
  return { net_minor, tax_minor, total_minor: net_minor + tax_minor }
}

/** Splits an amount in proportion to whole weights. The parts add up to it: the largest remainders get the last units. */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / BigInt(total)))
  const rest = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: Number((BigInt(amount) * BigInt(weight)) % BigInt(total)) }))
    .sort((a, b) => b.remainder - a.remainder)
  const raised = new Set(byRemainder.slice(0, rest).map(({ index }) => index))
  return parts.map((part, index) => part + (raised.has(index) ? 1 : 0))
}

/** The lines of a credit note: its gross amount, split by the tax rates of the invoice that it corrects. */
export function creditNoteLines(
  amount_minor: number,
  lines: readonly { net_minor: number; tax_minor: number; tax_rate_bp: number }[],
) {
  const rates = [...new Set(lines.map(({ tax_rate_bp }) => tax_rate_bp))]
  const weights = rates.map((rate) =>
    Math.max(0, invoiceTotals(lines.filter(({ tax_rate_bp }) => tax_rate_bp === rate)).total_minor),
  )
  const parts = splitByWeight(amount_minor, weights)
  const split = rates.map((tax_rate_bp, index) => ({ tax_rate_bp, amount_minor: parts[index] ?? 0 }))
  return taxedLines(
    split.filter((line) => line.amount_minor > 0),
    true,
  )
}

/** The figures of an invoice that decide its state. `open_minor` comes from the books. */
export type InvoiceFigures = {
  issued_on: string | null
  due_on: string | null
  voided_at: string | null
  total_minor: number
  credited_minor: number
  written_off_minor: number
  paid_minor: number
  open_minor: number
}

/**
 * The state of an invoice on a day of its studio. An invoice that was credited completely is void, because nothing is left
 * to pay.
 */
export function invoiceState(invoice: InvoiceFigures, today: string): InvoiceState {
  if (invoice.issued_on === null) return 'draft'
  const isCredited = invoice.total_minor > 0 && invoice.credited_minor >= invoice.total_minor
  if (invoice.voided_at !== null || isCredited) return 'void'
  if (invoice.open_minor <= 0) return invoice.written_off_minor > 0 ? 'written_off' : 'paid'
  if (invoice.due_on !== null && invoice.due_on < today) return 'overdue'
  return invoice.paid_minor > 0 ? 'partly_paid' : 'sent'
}

/** The last day on which an invoice can be paid in time. */
export const computeDueDay = (issued_on: string, payment_days: number) => plusDays(issued_on, payment_days)

/** The part of an invoice's card payments that can still be refunded to the card. */
export const computeRefundableToCard = (payments: readonly { kind: string; method: string; amount_minor: number }[]) =>
  payments
    .filter(({ method }) => method === 'card')
    .reduce((sum, { kind, amount_minor }) => sum + (kind === 'payment' ? amount_minor : -amount_minor), 0)

/**
 * The price of an hour of overtime: the session's hourly price, else its price divided by its length.
 * @param minutes the booked length
 */
export function computeHourPrice(
  session: { price_lines: readonly { unit: string; unit_price_minor: number | null }[]; price_minor: number },
  minutes: number,
): number {
  const hourly = session.price_lines.find(({ unit }) => unit === 'hour')?.unit_price_minor
  return hourly ?? divideRounded(session.price_minor * MINUTES_AN_HOUR, minutes)
}

/** Whether an invoice or credit note has lines without tax because its buyer owes it. */
export const isReverseCharge = ({
  buyer,
  lines,
}: {
  buyer: { reverse_charge?: boolean | undefined }
  lines: readonly { tax_rate_bp: number }[]
}): boolean => buyer.reverse_charge === true && lines.some(({ tax_rate_bp }) => tax_rate_bp === 0)

type InvoiceAmounts = Record<
  'net_minor' | 'tax_minor' | 'total_minor' | 'paid_minor' | 'credited_minor' | 'open_minor',
  number
> & { lines: readonly { unit_price_minor: number; amount_minor: number }[]; currency: string }

/** A format for all amounts of an invoice, so that they have the same decimals. */
export function createMoneyFormat({ lines, currency, ...sums }: InvoiceAmounts) {
  const { net_minor, tax_minor, total_minor, paid_minor, credited_minor, open_minor } = sums
  return moneyColumn(
    [
      ...lines.flatMap(({ unit_price_minor, amount_minor }) => [unit_price_minor, amount_minor]),
      ...[net_minor, tax_minor, total_minor, paid_minor, credited_minor, open_minor],
    ],
    currency,
  )
}
