import { minorDigits } from '#shared/money.ts'
import { PRICE_MINOR_MAX } from '../../prices/words.ts'

/** An amount in the smallest unit of its currency. */
export type ImportedAmount = { minor: number; currency: string }

/** Signs and names of currencies. Letters before a dollar sign tell the country. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})US\s?\$/iu, 'USD'],
  [/(?<!\p{L})CA?\s?\$/iu, 'CAD'],
  [/(?<!\p{L})AU?\s?\$/iu, 'AUD'],
  [/(?<!\p{L})NZ\s?\$/iu, 'NZD'],
  [/(?<!\p{L})HK\s?\$/iu, 'HKD'],
  [/(?<!\p{L})SG?\s?\$/iu, 'SGD'],
  [/(?<!\p{L})MX\s?\$/iu, 'MXN'],
  [/(?<!\p{L})R\s?\$/iu, 'BRL'],
  [/€|(?<!\p{L})euros?(?!\p{L})/iu, 'EUR'],
  [/£|(?<!\p{L})pounds?(?!\p{L})/iu, 'GBP'],
  [/₹/, 'INR'],
  [/₺/, 'TRY'],
  [/₩/, 'KRW'],
  [/zł/i, 'PLN'],
  [/Kč/i, 'CZK'],
]
const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']
const crowns = ['SEK', 'NOK', 'DKK', 'ISK', 'CZK']
const yens = ['JPY', 'CNY']
/** Codes that are English words too. They count as codes only in capital letters. */
const codesThatAreWords = ['ALL', 'TOP', 'TRY']
// Once, because a file has thousands of cells.
const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The code of a currency if the text is one, in capital letters. */
function readCode(word: string): string | null {
  const code = word.toUpperCase()
  if (!currencyCodes.has(code)) return null
  return word !== code && codesThatAreWords.includes(code) ? null : code
}

/**
 * The currency that a text names by its code, sign or name; the studio's own if the text names none and the sign fits it. Null
 * if the text names an unknown currency, or more than one.
 */
function currencyOf(text: string, studioCurrency: string): string | null {
  const words = text.match(/\p{L}+/gu) ?? []
  // In a text of several words, a code has capital letters: 'net 90 USD', but not 'all day 90'.
  const codes = words.filter((word) => words.length === 1 || word === word.toUpperCase()).map(readCode)
  const [code, otherCode] = new Set(codes.filter((found) => found !== null))
  const [sign, otherSign] = signs.filter(([pattern]) => pattern.test(text)).map(([, currency]) => currency)
  if (otherCode || otherSign || (code && sign && code !== sign)) return null
  if (code || sign) return code ?? sign ?? null
  // Letters of an unknown country, as in 'T$', but not a word, as in 'from $90'.
  if (/\p{L}\s?\$/u.test(text) && !/(?<!\p{L})\p{Ll}{3,}\s?\$/u.test(text)) return null
  if (/\$|(?<!\p{L})dollars?(?!\p{L})/iu.test(text)) return dollars.includes(studioCurrency) ? studioCurrency : 'USD'
  if (/[¥￥]/.test(text)) return yens.includes(studioCurrency) ? studioCurrency : 'JPY'
  if (/(?<!\p{L})kr(?!\p{L})/iu.test(text)) return crowns.includes(studioCurrency) ? studioCurrency : null
  return /\p{Sc}/u.test(text) ? null : studioCurrency
}

/** Words around an amount that do not change it. */
const harmlessWords =
  /^(from|ab|net|netto|gross|brutto|incl|inkl|excl|exkl|including|plus|vat|mwst|ust|tax|tva|iva|per|pro|je|an?|the|hour|hourly|hrs?|h|std|stunde|session|day|flat|fixed|only|kr|dollars?)$/iu

/** A number with a point before its decimals, for all separators that files use; null if the text is not a number. */
function plainNumber(text: string): string | null {
  // Spaces and apostrophes separate thousands only: '90 15' is not a number.
  const digits = text
    .replaceAll(/(\d)[\s'’](?=\d{3}(?!\d))/g, '$1')
    .replace(/\s*[.,]\s*[-–—]+$/, '')
    .trim()
  const shape = /^(\d*)((?:[.,]\d+)*)$/.exec(digits)
  if (!shape || digits === '') return null
  const separators = digits.replaceAll(/\d/g, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return digits
  const after = digits.length - last - 1
  // '1,234' and '1.234' are thousands, and a separator that occurs twice marks thousands. Of two different separators, the last
  // one is the decimal separator.
  const isMixed = separators.includes('.') && separators.includes(',')
  const hasOnlyThousands = isMixed
    ? false
    : separators.length > 1 || (after === 3 && last > 0 && last <= 3 && digits[0] !== '0')
  if (hasOnlyThousands) return digits.replaceAll(/[.,]/g, '')
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
): ImportedAmount | { problem: string } | null {
  const text = cell.trim()
  if (text === '' || text === '-' || text === '–') return null
  const named = currencyCell.trim()
  const currency = named === '' ? currencyOf(text, studioCurrency) : readCurrencyCell(named, studioCurrency)
  if (currency === null)
    return { problem: `We can't tell the currency of "${named || text}". Add its code, such as SEK.` }
  if (/^(free|gratis|kostenlos|gratuit|none)$/i.test(text)) return { minor: 0, currency }
  const number = hasOtherWords(text) ? null : plainNumber(removeWords(text))
  if (/^[(-]/.test(text) || number === null) return { problem: `"${text}" is not an amount. Write it like 90.00.` }
  const places = minorDigits(currency)
  const [whole = '0', part = ''] = number.split('.')
  if (part.length > places && /[1-9]/.test(part.slice(places)))
    return { problem: `"${text}" has more decimals than ${currency} allows.` }
  const minor = Number(whole + part.slice(0, places).padEnd(places, '0'))
  return minor > PRICE_MINOR_MAX ? { problem: `"${text}" is too high.` } : { minor, currency }
}

/** A cell of a currency column. It must name a currency. */
function readCurrencyCell(cell: string, studioCurrency: string): string | null {
  const code = readCode(cell.toUpperCase())
  if (code) return code
  const isSignOrName = signs.some(([pattern]) => pattern.test(cell)) || /^([$¥￥]|kr\.?|dollars?)$/i.test(cell)
  return isSignOrName ? currencyOf(cell, studioCurrency) : null
}

function hasOtherWords(text: string): boolean {
  const withoutSigns = signs.reduce((rest, [pattern]) => rest.replace(pattern, ' '), text)
  return (withoutSigns.match(/\p{L}+/gu) ?? []).some((word) => !harmlessWords.test(word) && readCode(word) === null)
}

/** The text without words and signs around the number. Between digits they leave a mark, so that two numbers do not become one. */
const removeWords = (text: string) =>
  text
    .replaceAll(/\/?\s?(?:\p{L}+\.?|\p{Sc})/gu, '|')
    .replace(/^[\s|]+/, '')
    .replace(/[\s|]+$/, '')
