/** The list with one item moved to another position, from 0. */
export function movedTo<Row extends { id: string }>(rows: readonly Row[], id: string, place: number): Row[] {
  const row = rows.find((one) => one.id === id)
  return row ? rows.filter((one) => one !== row).toSpliced(place, 0, row) : [...rows]
}
