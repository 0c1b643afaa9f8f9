import pg from 'pg'

/**
 * How the text of a column becomes a value, so that rows need no mapping before they are sent: `date` stays `yyyy-MM-dd`,
 * `time` becomes `HH:mm`, instants become ISO 8601 in UTC, whole and decimal numbers become a number. Keys are PostgreSQL's
 * type oids.
 */
export const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: Number,
  1082: (text) => text,
  1083: (text) => text.slice(0, 5),
  1114: (text) => `${text.replace(' ', 'T')}Z`,
  1184: toInstant,
}

/**
 * Converts an instant as PostgreSQL writes it (`2026-11-23 14:05:00.25+00`) to ISO 8601 with milliseconds. It cuts the text,
 * because creating a `Date` for each took a tenth of the time of a calendar's month. Years of five digits, `BC` and other
 * offsets use a `Date`.
 */
function toInstant(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}

/** The same in the form that `pg` expects; `pg` parses all other types itself. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers[oid] ?? pg.types.getTypeParser(oid, format)
  },
}
