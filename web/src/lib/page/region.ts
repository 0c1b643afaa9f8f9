import { browserTimeZone } from './browser-time.ts'

// Regions by currency, for the most common countries. Everywhere else the default is US dollars.
const regionsByCurrency: Record<string, string> = {
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

/** The currency for the region of a language tag: `de-AT` gives `EUR`. Defaults to `USD`. */
export function guessCurrency(language: string): string {
  const { region } = new Intl.Locale(language)
  const match = Object.entries(regionsByCurrency).find(([, regions]) => region && regions.split(' ').includes(region))
  return match?.[0] ?? 'USD'
}

/** Time zone and currency as guessed from the browser. */
export const guessRegion = () => ({ timezone: browserTimeZone(), currency: guessCurrency(navigator.language) })
