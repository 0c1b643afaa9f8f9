import { minorDigits } from '#shared/money.ts'
import { PRICE_MINOR_MAX } from '../../prices/words.ts'

/** An amount in the smallest unit of its currency. */
export type Amount = { minor: number; currency: string }

const signs: readonly (readonly [RegExp, string])[] = [
  [/^US\s?\$/i, 'USD'],
  [/^(CA|C)\s?\$/i, 'CAD'],
  [/^(AU|A)\s?\$/i, 'AUD'],
  [/^(NZ)\s?\$/i, 'NZD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₹/, 'INR'],
  [/zł/i, 'PLN'],
  [/Kč/i, 'CZK'],
]
const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']
const crowns = ['SEK', 'NOK', 'DKK', 'ISK', 'CZK']
const yens = ['JPY', 'CNY']

/** The currency that a text names by its sign or code; the studio's own if the sign fits it. */
function currencyOf(text: string, studioCurrency: string): string | null {
  const code = /(?:^|[^A-Za-z])([A-Za-z]{3})(?:$|[^A-Za-z])/.exec(text)?.[1]?.toUpperCase()
  if (code && Intl.supportedValuesOf('currency').includes(code)) return code
  const sign = signs.find(([pattern]) => pattern.test(text))
  if (sign) return sign[1]
  if (text.includes('$')) return dollars.includes(studioCurrency) ? studioCurrency : 'USD'
  if (/[¥￥]/.test(text)) return yens.includes(studioCurrency) ? studioCurrency : 'JPY'
  if (/\bkr\.?/i.test(text)) return crowns.includes(studioCurrency) ? studioCurrency : null
  return studioCurrency
}

/** A number with a point before its decimals, for all separators that files use; null if the text is not a number. */
function plainNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s\u00a0\u202f'’]/g, '').replace(/[.,][-–—]+$/, '')
  const shape = /^(\d*)((?:[.,]\d+)*)$/.exec(digits)
  if (!shape || digits === '') return null
  const separators = digits.replaceAll(/\d/g, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return digits
  const after = digits.length - last - 1
  // '1,234' and '1.234' are thousands, and a separator that occurs twice marks thousands. Of two different separators, the last
  // one is the decimal separator.
  const isMixed = separators.includes('.') && separators.includes(',')
  const isWhole = isMixed ? false : separators.length > 1 || (after === 3 && last > 0 && last <= 3 && digits[0] !== '0')
  if (isWhole) return digits.replaceAll(/[.,]/g, '')
  return `${digits.slice(0, last).replaceAll(/[.,]/g, '') || '0'}.${digits.slice(last + 1)}`
}

/**
 * Reads an amount in any usual form: `1.234,50 €`, `$90`, `CHF 1'200.-`, `Free`.
 * @param studioCurrency for amounts without a currency
 * @param currencyCell the cell of a separate currency column, if the file has one
 * @returns null for an empty cell, or a sentence that says what is wrong
 */
export function readAmount(
  cell: string,
  studioCurrency: string,
  currencyCell = '',
): Amount | { problem: string } | null {
  const text = cell.trim()
  if (text === '' || text === '-' || text === '–') return null
  const currency = currencyOf(currencyCell.trim() || text, studioCurrency)
  if (currency === null) return { problem: `We can't tell the currency of "${text}". Add its code, such as SEK.` }
  if (/^(free|gratis|kostenlos|gratuit|none)$/i.test(text)) return { minor: 0, currency }
  const number = plainNumber(text.replaceAll(/[\p{Sc}]|[A-Za-zł]+\.?|Kč/gu, ' ').trim())
  if (/^[(-]/.test(text) || number === null) return { problem: `"${text}" is not an amount. Write it like 90.00.` }
  const places = minorDigits(currency)
  const [whole = '0', part = ''] = number.split('.')
  if (part.length > places && /[1-9]/.test(part.slice(places)))
    return { problem: `"${text}" has more decimals than ${currency} allows.` }
  const minor = Number(whole + part.slice(0, places).padEnd(places, '0'))
  return minor > PRICE_MINOR_MAX ? { problem: `"${text}" is too high.` } : { minor, currency }
}
