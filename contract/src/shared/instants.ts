/**
 * A studio's wall clock and the instants behind it. What gives or takes instants needs Temporal, which is built into
 * Node 26 and not yet into every browser; `todayIn` and `plusDays` run everywhere.
 */

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day `yyyy-MM-dd` that `now` falls on in `zone` (IANA). */
export function todayIn(zone: string, now: Date): string {
  const format =
    dayFormats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(zone, format)
  return format.format(now)
}

/**
 * The instant at which the clocks of `zone` show this day and time: the first one where the time is repeated, null where
 * the clocks skip it.
 * @param date `yyyy-MM-dd` @param time `HH:mm`
 */
export function instantAt(date: string, time: string, zone: string): Temporal.Instant | null {
  const wanted = Temporal.PlainDateTime.from(`${date}T${time}`)
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return found.toPlainDateTime().equals(wanted) ? found.toInstant() : null
}

/** An instant as it travels, the same text that the database's rows have: ISO 8601 in UTC with milliseconds. */
export const wireInstant = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds).toISOString()

/** What the clocks of `zone` show at an instant: `{ date: 'yyyy-MM-dd', time: 'HH:mm' }`. @param instant ISO 8601 */
export function localAt(instant: string, zone: string): { date: string; time: string } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString().slice(0, 5) }
}

const MILLISECONDS_A_DAY = 86_400_000

/** The day `days` after (or, negative, before) `date`, both `yyyy-MM-dd`. */
export const plusDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * MILLISECONDS_A_DAY).toISOString().slice(0, 10)

/** The first instant of a day in `zone`, ISO 8601 in UTC: not midnight where the clocks skip it. @param date `yyyy-MM-dd` */
export const dayStart = (date: string, zone: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString()
