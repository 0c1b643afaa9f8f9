import { DAY_MS } from './durations.ts'

/**
 * Conversion between a studio's local time and instants. Functions with instants need Temporal, which Node 26 has built
 * in but not every browser; `todayIn` and `plusDays` run everywhere.
 */

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar date `yyyy-MM-dd` of `now` in `zone` (IANA). */
export function todayIn(zone: string, now: Date): string {
  const format =
    dayFormats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(zone, format)
  return format.format(now)
}

/**
 * The instant of a local date and time in `zone`: the first one if the time is repeated, null if it is skipped.
 * @param date `yyyy-MM-dd` @param time `HH:mm`
 */
export function instantAt(date: string, time: string, zone: string): Temporal.Instant | null {
  const localTime = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zonedTime = localTime.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return zonedTime.toPlainDateTime().equals(localTime) ? zonedTime.toInstant() : null
}

/** An instant in the API's format, the same as in database rows: ISO 8601 in UTC with milliseconds. */
export const wireInstant = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds).toISOString()

/** Local date and time in `zone`: `{ date: 'yyyy-MM-dd', time: 'HH:mm' }`. @param instant ISO 8601 */
export function localAt(instant: string, zone: string): { date: string; time: string } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString().slice(0, 5) }
}

/** The date `days` after `date` (before it, if negative); both `yyyy-MM-dd`. */
export const plusDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * The first instant of a date in `zone`, ISO 8601 in UTC. Not midnight if the clock skips midnight. @param date
 * `yyyy-MM-dd`
 */
export const dayStart = (date: string, zone: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString()
