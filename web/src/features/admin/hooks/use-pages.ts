import { useState } from 'react'

/**
 * Goes through pages that are known by their cursors. Another search or order begins at the first page again.
 * @param of what is paged through, in words
 */
export function usePages(of: string) {
  const [kept, setKept] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] })
  const cursors = kept.of === of ? kept.cursors : []
  return {
    page: cursors.length + 1,
    cursor: cursors.at(-1),
    back: cursors.length > 0 ? () => setKept({ of, cursors: cursors.slice(0, -1) }) : null,
    /** @param next_cursor of the page that is shown, or null on the last one */
    on: (next_cursor: string | null | undefined) =>
      next_cursor ? () => setKept({ of, cursors: [...cursors, next_cursor] }) : null,
  }
}
