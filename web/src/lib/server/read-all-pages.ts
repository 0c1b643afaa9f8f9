type ListPage<Row> = { items: readonly Row[]; next_cursor: string | null }

/** Reads a complete list, a hundred rows per request. Use it only where all rows are needed. */
export async function readAllPages<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const answer: ListPage<Row> = await read({ limit: 100, ...(cursor && { cursor }) })
    // A repeated cursor would loop forever.
    if (answer.next_cursor !== null && answer.next_cursor === cursor)
      throw new Error('The list returned the same cursor twice.')
    rows.push(...answer.items)
    cursor = answer.next_cursor
  } while (cursor !== null)
  return rows
}
