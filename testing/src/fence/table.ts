/** A row that somebody tries to make; `clear` first takes away, in the login's rights, what would be in its way. */
export type Make = { sql: string; clear?: string }

/** A table as the fence is tried on it. Every piece is SQL. */
export type TableUnderTest = {
  /** The rows by what the matrix calls them, each with the condition that names it. */
  rows: Record<string, string>
  /** What somebody may try to set, each a real change of every row. */
  changes: Record<string, string>
  makes: Record<string, Make>
}
