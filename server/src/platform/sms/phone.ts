import { countryOfZone } from '@studiohub/contract/shared/countries.ts'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/**
 * A number as a person writes it, in E.164; null where it cannot get text messages.
 * @param timezone of the studio: a number without a country code is one of the studio's country
 */
export function toE164(text: string, timezone: string): string | null {
  const country = countryOf(timezone)
  const found = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) })
  return found?.isValid() ? found.number : null
}

/** Whether a number in E.164 belongs to one of the countries (ISO codes); null allows all. */
export function isOfCountry(number: string, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true
  const country = parsePhoneNumberFromString(number)?.country
  return country !== undefined && allowed.includes(country)
}

function countryOf(timezone: string): CountryCode | undefined {
  const country = countryOfZone(timezone)
  return country !== null && isSupportedCountry(country) ? country : undefined
}
