/** How dates, times and amounts are written. The words are English; order, separators and hours follow a country. */
export type Formats = {
  /** For dates. */
  dates: string
  /** For numbers and amounts. */
  numbers: string
  hour12: boolean
}

/** The formats of a reader or studio without a country. */
export const plainFormats: Formats = { dates: 'en', numbers: 'en', hour12: false }

/** A formatter of calendar dates, `yyyy-MM-dd`. They have no time zone, so UTC keeps the day everywhere. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (date: string, { dates }: Formats = plainFormats): string => {
    const format = made.get(dates) ?? new Intl.DateTimeFormat(dates, { ...options, timeZone: 'UTC' })
    made.set(dates, format)
    return format.format(new Date(`${date}T00:00:00Z`))
  }
}

/** A time of day, `14:00` or `2:00 PM`. @param time `HH:mm`; 24:00 is midnight */
export function timeText(time: string, { hour12 }: Formats = plainFormats): string {
  if (!hour12) return time
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minutes).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}
