/** The list with one row moved up (-1) or down (1); null at the end of the list. */
export function moveRow<Row>(rows: readonly Row[], row: Row, step: -1 | 1): Row[] | null {
  const from = rows.indexOf(row)
  const to = from + step
  if (from === -1 || to < 0 || to >= rows.length) return null
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}
