import type { BookingTax, StudioTaxes } from './schema.ts'

/** 100 % in hundredths of a percent. */
const WHOLE_BP = 10_000

/** The tax of a service: its own rate, else the studio's first one; null if the studio has none. */
export function taxOfService(
  { prices_include_tax, rates }: StudioTaxes,
  tax_key: string | null,
  reverse_charge = false,
): BookingTax | null {
  const rate = rates.find(({ key }) => key === tax_key) ?? rates[0]
  return rate ? { name: rate.name, rate_bp: rate.rate_bp, included: prices_include_tax, reverse_charge } : null
}

export type TaxedAmount = { net_minor: number; tax_minor: number; total_minor: number }

/**
 * Splits a price into net and tax, rounded half up to whole units. `total_minor` is what the client pays: under reverse charge
 * the net amount.
 */
export function taxedAmount(price_minor: number, tax: BookingTax | null): TaxedAmount {
  if (!tax) return { net_minor: price_minor, tax_minor: 0, total_minor: price_minor }
  const [price, rate] = [BigInt(price_minor), BigInt(tax.rate_bp)]
  const divisor = BigInt(tax.included ? WHOLE_BP + tax.rate_bp : WHOLE_BP)
  const part = Number((2n * price * rate + divisor) / (2n * divisor))
  const net_minor = tax.included ? price_minor - part : price_minor
  const tax_minor = tax.reverse_charge ? 0 : part
  return { net_minor, tax_minor, total_minor: net_minor + tax_minor }
}

/** The amount to pay for a price, with tax; null if there is no price. */
export const payableMinor = (price_minor: number | null, tax: BookingTax | null): number | null =>
  price_minor === null ? null : taxedAmount(price_minor, tax).total_minor

/** A rate in words: '19 %', '7.5 %'. */
export const rateText = (rate_bp: number) => `${rate_bp / 100} %`
