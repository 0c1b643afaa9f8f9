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
  1184: (text) => new Date(text).toISOString(),
}

/** The same in the form that `pg` wants; it parses all other types in its own way. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers[oid] ?? pg.types.getTypeParser(oid, format)
  },
}
