import { z } from 'zod'
import { Id } from '../../../shared/text.ts'

/** What a column of the file can be. */
export const importFields = [
  ...(['ignore', 'name', 'first_name', 'last_name', 'email', 'phone'] as const),
  ...(['company', 'notes', 'tags', 'language'] as const),
] as const
export const ImportField = z.enum(importFields)
export type ImportField = z.infer<typeof ImportField>

export const IMPORT_ROWS_MAX = 5_000
export const IMPORT_COLUMNS_MAX = 100
export const importRule = { max_mb: 5, types: ['text/csv', 'text/plain', 'text/tab-separated-values'] } as const
/** At most so many problems and duplicates are named; the counts are complete. */
export const IMPORT_DETAILS_MAX = 500

/** What each column is, in their order; without it the headers decide. */
export const ImportColumns = z.array(ImportField).max(IMPORT_COLUMNS_MAX)

export const ImportProblem = z.object({
  line: z.number().int(),
  field: ImportField.nullable(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** A line about a client that the studio has already. */
export const ImportDuplicate = z.object({
  line: z.number().int(),
  name: z.string(),
  client_id: Id,
  client_name: z.string().nullable(),
  by: z.enum(['email', 'phone', 'name']),
})
export type ImportDuplicate = z.infer<typeof ImportDuplicate>

/** What an import would do; nothing has been written. */
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
  /** How many clients it added. */
  created: z.number().int(),
  undone_at: z.string().nullable(),
})
export type ClientImport = z.infer<typeof ClientImport>

/** The result of an import; null if it had nothing new to add. */
export const ImportResult = z.object({ import: ClientImport.nullable(), skipped: z.number().int() })

/** The result of an undo; a client who has been booked or has claimed the record since is kept. */
export const UndoResult = z.object({ removed: z.number().int(), kept: z.number().int() })
