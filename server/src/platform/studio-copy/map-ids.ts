import { createHmac } from 'node:crypto'
import type { StudioColumn } from './list-studio-tables.ts'
import type { ExportedRow } from './read-studio-copy.ts'

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Replaces every id of an export by a new one. The same id always gets the same new id, so rows still refer to each other. A
 * file cannot name a row that is already in the database.
 * @param secret of this import. With a fixed secret, tests can calculate the new ids
 */
export class IdMap {
  readonly #secret: string
  readonly #rowIds = new Set<string>()

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Adds the id of a row. In texts, only these ids are replaced. */
  add(row: ExportedRow) {
    if (typeof row.id === 'string' && ID.test(row.id)) this.#rowIds.add(row.id)
  }

  newId(id: string): string {
    const bytes = createHmac('sha256', this.#secret).update(id.toLowerCase()).digest().subarray(0, 16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** A text with new ids. It may be the key of a file, a link, or a text that a person wrote. */
  newText(text: string): string {
    return text.replace(IDS, (id) => (this.#rowIds.has(id) ? this.newId(id) : id))
  }

  /** The row with new ids. Fields that are not in `columns` are left out. */
  newRow(row: ExportedRow, columns: StudioColumn[]): ExportedRow {
    const mapped: ExportedRow = {}
    for (const { name, type } of columns)
      mapped[name] = type === 'uuid' || type === 'uuid[]' ? this.#withNewIds(row[name]) : this.#withNewRowIds(row[name])
    return mapped
  }

  #withNewIds(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#withNewIds(item))
    return typeof value === 'string' ? this.newId(value) : value
  }

  #withNewRowIds(value: unknown): unknown {
    if (typeof value === 'string') return this.newText(value)
    if (Array.isArray(value)) return value.map((item) => this.#withNewRowIds(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#withNewRowIds(item)]))
  }
}
