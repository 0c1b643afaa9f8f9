import { useState } from 'react'

/**
 * Pagination by cursors. If the search or the order changes, it starts again at the first page.
 * @param searchKey identifies the search and order
 */
export function useCursorPages(searchKey: string) {
  const [state, setState] = useState<{ searchKey: string; cursors: readonly string[] }>({ searchKey, cursors: [] })
  const cursors = state.searchKey === searchKey ? state.cursors : []
  return {
    page: cursors.length + 1,
    cursor: cursors.at(-1),
    back: cursors.length > 0 ? () => setState({ searchKey, cursors: cursors.slice(0, -1) }) : null,
    /** @param next_cursor of the current page; null on the last page */
    getNextHandler: (next_cursor: string | null | undefined) =>
      next_cursor ? () => setState({ searchKey, cursors: [...cursors, next_cursor] }) : null,
  }
}
