import { type Formats, formatsOfCountry, plainFormats, setReaderFormats } from '@studiohub/contract/shared/formats.ts'

/** How times of day are shown in this browser; `auto` follows the browser's language and region. */
export const clocks = ['auto', '12', '24'] as const
export type Clock = (typeof clocks)[number]

const KEY = 'studiohub.clock'

/** The clock that was chosen on this device. */
export function readClock(): Clock {
  const stored = window.localStorage.getItem(KEY)
  return clocks.find((clock) => clock === stored) ?? 'auto'
}

/** Uses the reader's formats from the next rendering on. */
export function applyReaderFormats(clock = readClock()) {
  setReaderFormats(formatsOfReader(navigator.languages, clock))
}

/** Stores the choice on this device. */
export function chooseClock(clock: Clock) {
  if (clock === 'auto') window.localStorage.removeItem(KEY)
  else window.localStorage.setItem(KEY, clock)
  applyReaderFormats(clock)
}

/**
 * The formats of the first language with a country. A language without a country, such as English alone, has the plain
 * formats.
 * @param languages language tags (BCP 47), the preferred one first
 */
export function formatsOfReader(languages: readonly string[], clock: Clock): Formats {
  const country = languages.map(countryOf).find((code) => code !== null)
  const formats = country ? formatsOfCountry(country) : plainFormats
  return clock === 'auto' ? formats : { ...formats, hour12: clock === '12' }
}

function countryOf(tag: string): string | null {
  const { language, region } = new Intl.Locale(tag)
  return region ?? (language === 'en' ? null : (new Intl.Locale(tag).maximize().region ?? null))
}
