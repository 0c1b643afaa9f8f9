import { fail } from '@studiohub/contract/errors.ts'
import { PAGE_LIMIT_MAX } from '@studiohub/contract/shared/page.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'

const Position = z.tuple([z.string(), z.string()])

/** Where a page starts (after this position; null for the first page), and how many rows to read. */
export type Page = { after: readonly [sorted_by: string, id: string] | null; limit: number }

/** Reads cursor and limit of a query. `rows` is one more than the limit, to know whether another page follows. */
export function readPage(query: { cursor?: string | undefined; limit?: number | undefined }) {
  const limit = query.limit ?? PAGE_LIMIT_MAX
  return { after: query.cursor === undefined ? null : readCursor(query.cursor), limit, rows: limit + 1 }
}

function readCursor(cursor: string): readonly [string, string] {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    fail('VALIDATION_FAILED', { fields: { cursor: 'This cursor is not valid. Load the list again.' } })
  }
}

/**
 * Cuts the rows to one page.
 * @param keyOf the two columns that the rows are ordered by; called for the last row on the page
 */
export function toPage<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => readonly [string, string]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items, next_cursor: hasMore ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : null }
}

/** Like `toPage`, for rows that `byTime` read. Removes `sorted_by`, which only the cursor needs. */
export function toPageByTime<Row extends { sorted_by: string }>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
) {
  const page = toPage(rows, limit, (row) => [row.sorted_by, idOf(row)])
  return { ...page, items: page.items.map(({ sorted_by: _, ...row }) => row) }
}

type ByTime = { at: string; id: string; descends: boolean }

/** The parts of a page sorted by an instant, for raw SQL. `byTime` does the same for a query builder. */
export function pageParts({ at, id, descends }: ByTime, { after, limit }: Page) {
  const [instant, tieBreak] = [sql.ref(at), sql.ref(id)]
  const direction = descends ? sql`desc` : sql`asc`
  const isBeyond: RawBuilder<boolean> = after
    ? sql`(${instant}, ${tieBreak}) ${descends ? sql`<` : sql`>`} (${after[0]}, ${after[1]})`
    : sql`true`
  return {
    // A column has microseconds, but instants of the API have milliseconds. A cursor in milliseconds would skip or repeat
    // rows of the same millisecond.
    sortedBy: sql<string>`${instant}::text`.as('sorted_by'),
    isBeyond,
    inOrder: sql`order by ${instant} ${direction}, ${tieBreak} ${direction} limit ${limit}`,
  }
}

/**
 * Reads a page sorted by an instant: `query.$call(byTime({ at: 'tasks.created_at', ... }, page))`. Each row also gets
 * `sorted_by`, for `toPageByTime`.
 */
export function byTime({ at, id, descends }: ByTime, page: Page) {
  const { sortedBy, isBeyond } = pageParts({ at, id, descends }, page)
  const direction = descends ? 'desc' : 'asc'
  return <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) =>
    query
      .select(sortedBy)
      .where(isBeyond)
      .orderBy(sql.ref(at), direction)
      .orderBy(sql.ref(id), direction)
      .limit(page.limit)
}
