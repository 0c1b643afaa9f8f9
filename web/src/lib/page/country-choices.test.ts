import { expect, test } from 'vitest'
import { countryFor, listCountries } from './country-choices.ts'

test.each([
  ['Europe/Amsterdam', 'en-US', 'NL'],
  ['UTC', 'de-AT', 'AT'],
  ['UTC', 'en', ''],
  ['UTC', 'es-419', ''],
])('a browser in %s with language %s starts in %s', (timezone, language, country) =>
  expect(countryFor(timezone, language)).toBe(country),
)

test('countries are listed by their English names', () => {
  const names = listCountries().map(({ label }) => label)
  expect(names.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands'])
  expect(new Set(names).size).toBe(names.length)
})
