import { minorDigits } from '../../../shared/money.ts'
import { shareOf } from '../../studios/cancellation/rules.ts'
import { taxedAmount } from '../../studios/taxes/rules.ts'
import type { BookingTax } from '../../studios/taxes/schema.ts'
import type { ServiceDeposit } from './schema.ts'

/** What a session costs as far as its deposit depends on it; the currency is null if there is no price. */
type DepositedPrice = { price_minor: number | null; currency: string | null; tax: BookingTax | null }

/**
 * What a client pays when they book, in the smallest unit of the currency; null: nothing. It is a part of the final
 * amount with tax, and never more. A percentage is rounded half up. In currencies with three decimals the last digit is
 * 0, because cards cannot be charged otherwise. The database has the same rule (`app.deposit_due`).
 */
export function depositDue(deposit: ServiceDeposit | null, { price_minor, currency, tax }: DepositedPrice) {
  if (!deposit || price_minor === null || currency === null) return null
  const payable = taxedAmount(price_minor, tax).total_minor
  const due = minorDigits(currency) === 3 ? tensOf(shareDue(deposit, payable)) : shareDue(deposit, payable)
  return due > 0 ? due : null
}

const tensOf = (amount_minor: number) => amount_minor - (amount_minor % 10)

function shareDue(deposit: ServiceDeposit, payable_minor: number): number {
  if (deposit.kind === 'full') return payable_minor
  if (deposit.kind === 'percent') return shareOf(payable_minor, deposit.percent)
  return Math.min(deposit.amount_minor, payable_minor)
}
