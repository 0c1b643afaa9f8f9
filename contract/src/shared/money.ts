import { type Formats, readerFormats } from './formats.ts'

const digitsByCurrency = new Map<string, number>()
const amountFormats = new Map<string, Intl.NumberFormat>()

/** Decimal places of a currency: 2 for dollars, 0 for yen, 3 for dinars. */
export function minorDigits(currency: string): number {
  const known = digitsByCurrency.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const fractionDigits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsByCurrency.set(currency, fractionDigits)
  return fractionDigits
}

/** An amount as people write it, with its currency. @param minor the amount in the smallest unit */
export const moneyText = (
  minor: number,
  currency: string,
  formats: Pick<Formats, 'numbers'> = readerFormats(),
): string => formatAmount(minor, currency, { ...formats, trailingZeroDisplay: 'stripIfInteger' })

/** Like `moneyText`, but always with decimals, so that the amounts of a column are aligned. */
export const alignedMoneyText = (minor: number, currency: string): string =>
  formatAmount(minor, currency, { ...readerFormats(), trailingZeroDisplay: 'auto' })

/** A format for amounts below each other: `alignedMoneyText` if one of them has a part of a unit, else `moneyText`. */
export function moneyColumn(minors: readonly number[], currency: string): (minor: number) => string {
  const hasParts = minors.some((minor) => minor % 10 ** minorDigits(currency) !== 0)
  return (minor) => (hasParts ? alignedMoneyText(minor, currency) : moneyText(minor, currency))
}

type AmountFormat = Pick<Formats, 'numbers'> & Required<Pick<Intl.NumberFormatOptions, 'trailingZeroDisplay'>>

function formatAmount(minor: number, currency: string, { numbers, trailingZeroDisplay }: AmountFormat): string {
  const key = `${numbers} ${currency} ${trailingZeroDisplay}`
  const format =
    amountFormats.get(key) ?? new Intl.NumberFormat(numbers, { style: 'currency', currency, trailingZeroDisplay })
  amountFormats.set(key, format)
  return format.format(minor / 10 ** minorDigits(currency))
}

/** A price as text: empty if none is set, 'free' for zero. */
export function priceText(minor: number | null, currency: string | null, formats: Formats = readerFormats()): string {
  if (minor === null || currency === null) return ''
  return minor === 0 ? 'Free' : moneyText(minor, currency, formats)
}

/** An amount for an input field, `120.50`. */
export const moneyField = (minor: number, currency: string) =>
  (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))

/** A typed amount in the smallest unit; null if it is no amount of that currency. */
export function parseMinor(text: string, currency: string): number | null {
  const places = minorDigits(currency)
  const shape = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!shape) return null
  const [, whole = '', part = ''] = shape
  if (part.length > places) return null
  return Number(whole + part.padEnd(places, '0'))
}
