import { createHash } from 'node:crypto'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Table } from './list-tables.ts'

/** The rows of a table as text, ordered by primary key, so that equal rows give equal text on every server. */
export function readRows(client: pg.Client, table: Pick<Table, 'name' | 'columns' | 'order'>): AsyncIterable<Buffer> {
  const { name, columns, order } = table
  return client.query(copyTo(`copy (select ${columns.join(', ')} from ${name} order by ${order.join(', ')}) to stdout`))
}

/** A stream that writes the text of rows into a table. */
export function writeRows(client: pg.Client, { name, columns }: Pick<Table, 'name' | 'columns'>) {
  return client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
}

const LINE_END = 10

/** Counts and hashes the text of rows, in chunks. */
export function summarizeRows() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(text: Uint8Array) {
      hash.update(text)
      for (let at = text.indexOf(LINE_END); at !== -1; at = text.indexOf(LINE_END, at + 1)) rows += 1
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}
