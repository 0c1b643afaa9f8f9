import { expect, test } from 'vitest'
import { guessCurrency } from './region.ts'

test.each([
  ['de-AT', 'EUR'],
  ['en-GB', 'GBP'],
  ['de-CH', 'CHF'],
  ['en-US', 'USD'],
  ['en', 'USD'],
  ['fr-HT', 'USD'],
])('a browser with language %s starts with %s', (language, currency) => expect(guessCurrency(language)).toBe(currency))
