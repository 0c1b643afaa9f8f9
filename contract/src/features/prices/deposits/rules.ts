import { minorDigits } from '#shared/money.ts'
import { computeShare } from '../../studios/cancellation/rules.ts'
import { taxedAmount } from '../../studios/taxes/rules.ts'
import type { BookingTax } from '../../studios/taxes/schema.ts'
import type { ServiceDeposit } from './schema.ts'

/** The data of a session's price that its deposit depends on; the currency is null if there is no price. */
type DepositedPrice = { price_minor: number | null; currency: string | null; tax: BookingTax | null }

// From https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
const smallestCharges: Readonly<Record<string, number>> = {
  USD: 50,
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
}

/** The least that a card can be charged, in the smallest unit of the currency; 1 where no minimum is known. */
export const smallestCharge = (currency: string): number => smallestCharges[currency] ?? 1

/**
 * The deposit of a booking, in the smallest unit of the currency; null: none. It is a share of the final amount with tax,
 * and never more than that. A percentage is rounded half up. In currencies with three decimals the last digit is 0, because
 * cards accept nothing else. An amount that is too small for a card is not requested. The database has the same rule
 * (`app.deposit_due`).
 */
export function depositDue(deposit: ServiceDeposit | null, { price_minor, currency, tax }: DepositedPrice) {
  if (!deposit || price_minor === null || currency === null) return null
  const payable = taxedAmount(price_minor, tax).total_minor
  const dueMinor =
    minorDigits(currency) === 3 ? roundDownToTens(shareDue(deposit, payable)) : shareDue(deposit, payable)
  return dueMinor >= smallestCharge(currency) ? dueMinor : null
}

/**
 * Splits a deposit into the part that the client's credit pays, and the rest to pay when booking. The rest is null if it is
 * too small for a card.
 * @param credit_minor the client's credit in the currency of the deposit
 */
export function splitDeposit(
  deposit_minor: number,
  { credit_minor, currency }: { credit_minor: number; currency: string },
) {
  const used_minor = Math.min(deposit_minor, Math.max(0, credit_minor))
  const remaining = deposit_minor - used_minor
  const rest = minorDigits(currency) === 3 ? roundDownToTens(remaining) : remaining
  return { used_minor, rest_minor: rest > 0 && rest >= smallestCharge(currency) ? rest : null }
}

const roundDownToTens = (amount_minor: number) => amount_minor - (amount_minor % 10)

function shareDue(deposit: ServiceDeposit, payable_minor: number): number {
  if (deposit.kind === 'full') return payable_minor
  if (deposit.kind === 'percent') return computeShare(payable_minor, deposit.percent)
  return Math.min(deposit.amount_minor, payable_minor)
}
