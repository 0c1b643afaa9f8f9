import { fail } from '@studiohub/contract/errors.ts'
import { PAGE_LIMIT_MAX } from '@studiohub/contract/shared/page.ts'
import { z } from 'zod'

const Pair = z.tuple([z.string(), z.string()])

/** Where a page begins and how many rows it asks for; one row more is read, to know whether another page follows. */
export function readPage(query: { cursor?: string | undefined; limit?: number | undefined }) {
  const limit = query.limit ?? PAGE_LIMIT_MAX
  return { after: query.cursor === undefined ? null : readCursor(query.cursor), limit, rows: limit + 1 }
}

function readCursor(cursor: string): readonly [string, string] {
  try {
    return Pair.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    return fail('VALIDATION_FAILED', { fields: { cursor: 'This page is not known.' } })
  }
}

/**
 * Cuts what was read to the page that was asked for.
 * @param keyOf the two columns that the rows are ordered by, of the last row on the page
 */
export function toPage<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => readonly [string, string]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next_cursor: more ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : null }
}
