import pg from 'pg'

/**
 * How a column's text becomes a value, the same on both engines, so that a row needs no mapper on its way to the wire:
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

/** The same as `pg` wants it: its own way for all other types. Both engines are given it. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers[oid] ?? pg.types.getTypeParser(oid, format)
  },
}
