/** The list with one item moved to another position, from 0. */
export function moveToPosition<Row extends { id: string }>(rows: readonly Row[], id: string, position: number): Row[] {
  const row = rows.find((candidate) => candidate.id === id)
  return row ? rows.filter((remaining) => remaining !== row).toSpliced(position, 0, row) : [...rows]
}
