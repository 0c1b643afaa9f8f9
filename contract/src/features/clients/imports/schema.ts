import { z } from 'zod'
import { Id } from '#shared/text.ts'

/** The fields that a column of the file can have. */
export const importFields = [
  'ignore',
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'notes',
  'tags',
  'language',
] as const
export const ImportField = z.enum(importFields)
export type ImportField = z.infer<typeof ImportField>

export const IMPORT_ROWS_MAX = 5_000
export const IMPORT_COLUMNS_MAX = 100
export const importRule = { max_mb: 5, types: ['text/csv', 'text/plain', 'text/tab-separated-values'] } as const
/** The largest number of problems and duplicates in an answer; the counts include all. */
export const IMPORT_DETAILS_MAX = 500

/** The field of each column, in order. By default the headers decide. */
export const ImportColumns = z.array(ImportField).max(IMPORT_COLUMNS_MAX)

export const ImportProblem = z.object({
  line: z.number().int(),
  field: ImportField.nullable(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** A row with a client that the studio already has. */
export const ImportDuplicate = z.object({
  line: z.number().int(),
  name: z.string(),
  client_id: Id,
  client_name: z.string().nullable(),
  by: z.enum(['email', 'phone', 'name']),
})
export type ImportDuplicate = z.infer<typeof ImportDuplicate>

/** What an import would add. */
export const ImportPreview = z.object({
  columns: z.array(z.object({ header: z.string(), field: ImportField, example: z.string() })),
  rows: z.number().int(),
  new_clients: z.number().int(),
  problem_count: z.number().int(),
  problems: z.array(ImportProblem),
  duplicate_count: z.number().int(),
  duplicates: z.array(ImportDuplicate),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ClientImport = z.object({
  id: Id,
  created_at: z.string(),
  /** The number of clients that it added. */
  created: z.number().int(),
  undone_at: z.string().nullable(),
})
export type ClientImport = z.infer<typeof ClientImport>

/** The result of an import; `import` is null if there were no new clients. */
export const ImportResult = z.object({ import: ClientImport.nullable(), skipped: z.number().int() })

/** The result of undoing an import. Clients who have since been booked or have claimed their record are kept. */
export const UndoResult = z.object({ removed: z.number().int(), kept: z.number().int() })
