import { countryOfZone } from '@studiohub/contract/shared/countries.ts'

// Loaded when the first number is read, because the rules of all countries are large.
const loadLibrary = () => import('libphonenumber-js/mobile')

/**
 * Converts a typed phone number to E.164; null if it cannot receive text messages.
 * @param timezone of the studio. A number without a country code belongs to the country of this zone
 */
export async function toE164(text: string, timezone: string): Promise<string | null> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadLibrary()
  const zoneCountry = countryOfZone(timezone)
  const country = zoneCountry !== null && isSupportedCountry(zoneCountry) ? zoneCountry : undefined
  const number = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) })
  return number?.isValid() ? number.number : null
}

/** Whether a number in E.164 belongs to one of the countries (ISO codes); null allows all. */
export async function isOfCountry(number: string, allowed: readonly string[] | null): Promise<boolean> {
  if (allowed === null) return true
  const { parsePhoneNumberFromString } = await loadLibrary()
  const country = parsePhoneNumberFromString(number)?.country
  return country !== undefined && allowed.includes(country)
}
