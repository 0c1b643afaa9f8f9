/** Loads Temporal where the browser lacks it; to be awaited once, before anything is drawn. */
export async function temporalReady() {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}

/** The zone this browser lives in, `Europe/Berlin`. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'Nov 21, 2026, 14:05' in the given zone, or the browser's own. @param instant ISO 8601 */
export function dateAndTime(instant: string, timeZone: string = ownTimeZone()): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hour12: false, timeZone }).format(
    new Date(instant),
  )
}

const weekdayAndDay = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Mon, Nov 23': a day is a name in the calendar and has no zone. @param date `yyyy-MM-dd` */
export const dayInWords = (date: string) => weekdayAndDay.format(new Date(`${date}T00:00:00Z`))
