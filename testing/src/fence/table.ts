/** A row to insert. `clear` first deletes conflicting rows as the login role, which policies do not restrict. */
export type RowToInsert = { sql: string; clear?: string }

/** A table under test. All values are SQL. */
export type TableUnderTest = {
  /** Rows by their name in the matrix, with their conditions. */
  rows: Record<string, string>
  /** Assignments that actors try on every row, by their name in the matrix. */
  changes: Record<string, string>
  /** Rows that actors try to insert (`create` in the matrix), by their name there. */
  inserts: Record<string, RowToInsert>
  /** Deletes referencing rows as the login role, before an actor tries to delete a row. */
  clearReferences?: string
}
