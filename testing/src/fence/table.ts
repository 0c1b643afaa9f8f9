/** A row to insert; `clear` first deletes conflicting rows with the rights of the login. */
export type Make = { sql: string; clear?: string }

/** A table under test. All values are SQL. */
export type TableUnderTest = {
  /** Rows by their name in the matrix, with their conditions. */
  rows: Record<string, string>
  /** Columns that actors try to change; each changes every row. */
  changes: Record<string, string>
  makes: Record<string, Make>
  /** Deletes rows that refer to these, with the rights of the login, before a row is deleted. */
  clearReferences?: string
}
