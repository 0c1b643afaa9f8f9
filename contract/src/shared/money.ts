const digits = new Map<string, number>()

/** How many digits of a currency come after the point: 2 for dollars, none for yen, 3 for dinars. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const found = format.resolvedOptions().maximumFractionDigits ?? 2
  digits.set(currency, found)
  return found
}

/** An amount as people write it, `$120.50`, `€80`: without the smallest units where there are none. @param minor in those units */
export function moneyText(minor: number, currency: string, language = 'en'): string {
  const places = minorDigits(currency)
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format.format(minor / 10 ** places)
}

/** What something costs, in words: nothing is said where no price is agreed, and what costs nothing is free. */
export function priceText(minor: number | null, currency: string | null): string {
  if (minor === null || currency === null) return ''
  return minor === 0 ? 'Free' : moneyText(minor, currency)
}

/** The same amount for a field, `120.50`. */
export const moneyField = (minor: number, currency: string) =>
  (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))

/** What somebody typed, in the smallest units; null where it is no amount of that currency. */
export function minorOf(text: string, currency: string): number | null {
  const places = minorDigits(currency)
  const shape = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!shape) return null
  const [, whole = '', part = ''] = shape
  if (part.length > places) return null
  return Number(whole + part.padEnd(places, '0'))
}
