import pg from 'pg'

/**
 * How a column's text becomes a value, so that a row needs no mapper on its way to the wire:
 * `date` stays `yyyy-MM-dd`, `time` becomes `HH:mm`, instants ISO 8601 in UTC, whole and decimal numbers a number.
 * Keys are PostgreSQL's type oids.
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
 * An instant as PostgreSQL writes it (`2026-11-23 14:05:00.25+00`) in ISO 8601 with milliseconds. Cut from the text, because
 * a `Date` for each took a tenth of the time of a calendar's month; a year of five digits, `BC` or another offset gets one.
 */
function toInstant(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}

/** The same in the form that `pg` wants; it parses all other types in its own way. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers[oid] ?? pg.types.getTypeParser(oid, format)
  },
}
