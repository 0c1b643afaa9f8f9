/** How dates, times and amounts are written. Words are English; a country decides order, separators and hours. */
export type Formats = {
  /** For dates. */
  dates: string
  /** For numbers and amounts. */
  numbers: string
  hour12: boolean
}

/** The formats if a reader or studio has no country. */
export const plainFormats: Formats = { dates: 'en', numbers: 'en', hour12: false }

let formatsOfReader = plainFormats

/** The default formats: the reader's formats in a browser, `plainFormats` on the server. */
export const readerFormats = () => formatsOfReader

/** Sets the formats of a browser's reader. Never called on the server, which writes for many readers. */
export function setReaderFormats(formats: Formats) {
  formatsOfReader = formats
}

// These locales write the month before the day in English.
const monthFirst = ['US', 'CA', 'PH', 'PR', 'GU', 'AS', 'VI', 'UM', 'MP', 'MH', 'FM', 'PW']
// Amounts in these locales contain direction marks, which disturb an English line.
const rightToLeft = ['Arab', 'Hebr', 'Thaa', 'Nkoo']

/**
 * The formats of a country, ISO 3166-1 such as `FR`. Numbers and hours come from the country's main language, because not
 * every runtime knows `en-FR`, but all know `fr-FR`.
 */
export function formatsOfCountry(country: string): Formats {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize()
  const numberLocale = script && rightToLeft.includes(script) ? 'en' : `${language}-${country}-u-nu-latn`
  const { hour12 } = new Intl.DateTimeFormat(`${language}-${country}`, { hour: 'numeric' }).resolvedOptions()
  return { dates: monthFirst.includes(country) ? 'en-US' : 'en-GB', numbers: numberLocale, hour12: hour12 ?? false }
}

/** A formatter of calendar dates, `yyyy-MM-dd`. They have no time zone, so UTC keeps the day everywhere. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const formatOf = formatsByTag(options)
  return (date: string, { dates }: Formats = readerFormats()): string =>
    formatOf(dates).format(new Date(`${date}T00:00:00Z`))
}

/** A formatter of two calendar dates as one range: 'Nov 22 – 28, 2026', '22 – 28 Nov 2026'. */
export function dateRangeFormat(options: Intl.DateTimeFormatOptions) {
  const formatOf = formatsByTag(options)
  return (first: string, last: string, { dates }: Formats = readerFormats()): string =>
    formatOf(dates)
      .formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))
      .replaceAll('\u2009', ' ')
}

// Creating a format takes longer than using it, so formats are cached.
function formatsByTag(options: Intl.DateTimeFormatOptions) {
  const formatsByKey = new Map<string, Intl.DateTimeFormat>()
  return (tag: string) => {
    const format = formatsByKey.get(tag) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
    formatsByKey.set(tag, format)
    return format
  }
}

/** A time of day, `14:00` or `2:00 PM`. @param time `HH:mm`; 24:00 is midnight */
export function timeText(time: string, { hour12 }: Formats = readerFormats()): string {
  if (!hour12) return time
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minutes).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** `14:00 – 16:00`, `2:00 – 4:00 PM` or `10:00 AM – 1:00 PM`. @param from `HH:mm` @param to `HH:mm` */
export function timeRangeText(from: string, to: string, formats: Formats = readerFormats()): string {
  const [first, last] = [timeText(from, formats), timeText(to, formats)]
  // AM or PM is written once if both times have it.
  const isSameHalf = formats.hour12 && first.slice(-2) === last.slice(-2) && from < to
  return `${isSameHalf ? first.slice(0, -3) : first} – ${last}`
}

/** A time of day for narrow places: `14:00`, `2 PM` or `2:30 PM`. @param time `HH:mm` */
export const shortTimeText = (time: string, formats: Formats = readerFormats()): string =>
  timeText(time, formats).replace(':00 ', ' ')

/** A range for narrow places: `14:00 – 16:00`, `2 – 4 PM`. @param from `HH:mm` @param to `HH:mm` */
export const shortTimeRangeText = (from: string, to: string, formats: Formats = readerFormats()): string =>
  formats.hour12 ? timeRangeText(from, to, formats).replace(/:00(?= )/g, '') : timeRangeText(from, to, formats)

/** A full hour in the short form of a calendar's axis: `14` or `2 PM`. @param minute minutes since midnight, up to 1,440 */
export function hourText(minute: number, { hour12 }: Formats = readerFormats()): string {
  const hour = Math.floor(minute / 60)
  if (!hour12) return String(hour).padStart(2, '0')
  return `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}
