type PageOf<Row> = { items: readonly Row[]; next_cursor: string | null }

/** What no list that is chosen from is longer than; whatever is longer is searched on the server. */
const MOST_PAGES = 50

/** Reads a list to its end, a hundred rows at a time, for choosing from all of it. */
export async function everyPage<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: PageOf<Row> = await read({ limit: 100, ...(cursor && { cursor }) })
    rows.push(...answer.items)
    cursor = answer.next_cursor
    if (cursor === null) break
  }
  return rows
}
