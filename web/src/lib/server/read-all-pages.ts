type ListPage<Row> = { items: readonly Row[]; next_cursor: string | null }

/** Reads a complete list, a hundred rows per request. Use it only where all rows are needed. */
export async function readAllPages<Row>(
  readPage: (page: { limit: number; cursor?: string }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: ListPage<Row> = await readPage({ limit: 100, ...(cursor && { cursor }) })
    // A repeated cursor would loop forever.
    if (page.next_cursor !== null && page.next_cursor === cursor)
      throw new Error('The list returned the same cursor twice.')
    rows.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return rows
}
