import { ownTimeZone } from './time.ts'

// Regions by currency, for the places a studio is most likely to be; everybody else starts with dollars and changes it.
const regionsOf: Record<string, string> = {
  EUR: 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  GBP: 'GB',
  CHF: 'CH LI',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  JPY: 'JP',
  INR: 'IN',
  BRL: 'BR',
  MXN: 'MX',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
  PLN: 'PL',
  CZK: 'CZ',
  ZAR: 'ZA',
  SGD: 'SG',
  KRW: 'KR',
}

/** The currency of a language tag's region, `de-AT` giving `EUR`; dollars where it has none that we know. */
export function currencyFor(language: string): string {
  const { region } = new Intl.Locale(language)
  const found = Object.entries(regionsOf).find(([, regions]) => region && regions.split(' ').includes(region))
  return found?.[0] ?? 'USD'
}

/** Where this browser seems to be. */
export const ownPlace = () => ({ timezone: ownTimeZone(), currency: currencyFor(navigator.language) })
