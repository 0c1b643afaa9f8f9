import { countries, countryOfZone } from '@studiohub/contract/shared/countries.ts'

/** All countries by name, for selects. */
export function listCountries(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

/** The country of a time zone, else that of a language tag; empty if there is neither. */
export function countryFor(timezone: string, language: string): string {
  const { region = '' } = new Intl.Locale(language)
  return countryOfZone(timezone) ?? (countries.includes(region) ? region : '')
}
