import { computeOnce } from './compute-once.ts'
import { type Formats, formatsOfCountry, plainFormats } from './formats.ts'

/** Countries and territories with time zones of their own, as ISO 3166-1 codes. */
export const countries: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG ' +
  'GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR ' +
  'KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE ' +
  'NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK ' +
  'SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU ' +
  'WF WS YE YT ZA ZM ZW'
).split(' ')

const known = new Map<string, Formats>()

/** The formats of a country; the plain formats if it is not known. */
export function getFormats(country: string | null): Formats {
  if (country === null || !countries.includes(country)) return plainFormats
  const formats = known.get(country) ?? formatsOfCountry(country)
  known.set(country, formats)
  return formats
}

/** The country of each time zone. Zones that belong to no country are missing. */
const getCountriesByZone = computeOnce(
  () => new Map(countries.flatMap((country) => zonesOf(country).map((zone) => [canonical(zone), country] as const))),
)

/** The country of a time zone; null for zones of no country, such as UTC, and if the runtime does not know it. */
export function countryOfZone(timezone: string): string | null {
  return getCountriesByZone().get(canonical(timezone)) ?? null
}

// Older browsers do not have it.
const zonesOf = (country: string): readonly string[] =>
  new Intl.Locale('und', { region: country }).getTimeZones?.() ?? []

// A zone may have several names, such as Asia/Calcutta and Asia/Kolkata.
const canonical = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
