/** What the main thread asks of the thread that runs the database. */
export type Request =
  /** Messages of PostgreSQL's own protocol, always whole ones. */
  | { kind: 'wire'; bytes: Uint8Array<ArrayBuffer> }
  /** Writes the database's files into one archive; nothing else runs meanwhile. */
  | { kind: 'pack'; file: string }
  /** Closes the database properly; the thread ends, and that is the answer. */
  | { kind: 'close' }

/** What comes back: `opened` or `failed` first and unasked, then one answer for each request, in order. */
export type Answer =
  | { kind: 'wire'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'opened' }
  | { kind: 'failed'; reason: string }
  | { kind: 'packed'; error: string | null }
