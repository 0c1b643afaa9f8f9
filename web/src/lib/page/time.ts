/** Loads the Temporal polyfill if the browser needs it; await once before the first render. */
export async function loadTemporal() {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}

/** The browser's time zone, such as `Europe/Berlin`. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'Nov 21, 2026, 14:05' in the given zone, by default the browser's. @param instant ISO 8601 */
export function formatDateTime(instant: string, timeZone: string = browserTimeZone()): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hour12: false, timeZone }).format(
    new Date(instant),
  )
}

/** A formatter for times of day in a zone: '14:05'. */
export function formatTimeOf(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en', { timeStyle: 'short', hour12: false, timeZone })
  return (instant) => format.format(new Date(instant))
}

const weekdayAndDay = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Mon, Nov 23'. A calendar date has no time zone. @param date `yyyy-MM-dd` */
export const formatWeekdayAndDay = (date: string) => weekdayAndDay.format(new Date(`${date}T00:00:00Z`))
