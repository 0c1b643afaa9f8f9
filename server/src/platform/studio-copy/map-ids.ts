import { createHmac } from 'node:crypto'
import type { StudioColumn } from './list-studio-tables.ts'
import type { CopiedRow } from './read-studio-copy.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Gives every id of an export a new one. The same id always gets the same new one, so rows still refer to each other, and a
 * file cannot name a row that is already in the database.
 * @param secret of this import. With a fixed one, tests can calculate the new ids
 */
export class IdMap {
  readonly #secret: string
  readonly #known = new Set<string>()

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Notes the id of a row. Texts are changed only where they contain one of these. */
  add(row: CopiedRow) {
    if (typeof row.id === 'string' && isId.test(row.id)) this.#known.add(row.id)
  }

  newId(id: string): string {
    const bytes = createHmac('sha256', this.#secret).update(id.toLowerCase()).digest().subarray(0, 16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** A text with new ids. It may be the key of a file, a link, or what a person wrote. */
  newText(text: string): string {
    return text.replace(uuid, (id) => (this.#known.has(id) ? this.newId(id) : id))
  }

  /** The row with new ids. Unknown fields are left out. */
  newRow(row: CopiedRow, columns: StudioColumn[]): CopiedRow {
    const mapped: CopiedRow = {}
    for (const { name, type } of columns)
      mapped[name] = type === 'uuid' || type === 'uuid[]' ? this.#allNew(row[name]) : this.#knownNew(row[name])
    return mapped
  }

  #allNew(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#allNew(each))
    return typeof value === 'string' ? this.newId(value) : value
  }

  #knownNew(value: unknown): unknown {
    if (typeof value === 'string') return this.newText(value)
    if (Array.isArray(value)) return value.map((each) => this.#knownNew(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#knownNew(each)]))
  }
}
