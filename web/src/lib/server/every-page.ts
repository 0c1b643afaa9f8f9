type PageOf<Row> = { items: readonly Row[]; next_cursor: string | null }

/** Reads a list to its end, a hundred rows at a time, where all of it is shown or chosen from. */
export async function everyPage<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const answer: PageOf<Row> = await read({ limit: 100, ...(cursor && { cursor }) })
    // A list that stands still would be read for ever.
    if (answer.next_cursor !== null && answer.next_cursor === cursor) throw new Error('This list does not go on.')
    rows.push(...answer.items)
    cursor = answer.next_cursor
  } while (cursor !== null)
  return rows
}
