import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import {
  dateOrders,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_MB,
  IMPORT_VALUES_MAX,
  importFields,
  importKinds,
} from './words.ts'

export const ImportKind = z.enum(importKinds, { error: 'Choose what the file contains' })
export const ImportField = z.enum(importFields)
export const DateOrder = z.enum(dateOrders)

export const importFileRule = {
  max_mb: IMPORT_FILE_MB,
  types: ['text/csv', 'text/plain', 'text/tab-separated-values', 'text/calendar'],
} as const

const VALUE_MAX = 300
const Choices = z
  .record(z.string().max(VALUE_MAX), z.string().max(60))
  .refine((choices) => Object.keys(choices).length <= IMPORT_VALUES_MAX, 'Too many values')

/** How a file is read, as far as the person has chosen it. Everything else is guessed. */
export const ImportOptions = z.strictObject({
  /** The field of each column, in order. */
  columns: z.array(ImportField).max(IMPORT_COLUMNS_MAX).nullish(),
  date_order: DateOrder.nullish(),
  /** The key of the service for each name in the file; `skip` leaves its lines out. `*` is for all others. */
  services: Choices.optional(),
  /** The id of the room, person or equipment for each name in the file. */
  resources: Choices.optional(),
})
export type ImportOptions = z.infer<typeof ImportOptions>

export const ImportProblem = z.object({
  line: z.number().int(),
  field: ImportField.nullable(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** A line that the studio already has. */
export const KnownLine = z.object({ line: z.number().int(), text: z.string() })
export type KnownLine = z.infer<typeof KnownLine>

/** A name in the file, and what it is assigned to; null if the person has to choose. */
export const ImportValue = z.object({ value: z.string(), count: z.number().int(), choice: z.string().nullable() })
export type ImportValue = z.infer<typeof ImportValue>

const Option = z.object({ value: z.string(), label: z.string() })
const Assigned = z.object({ values: z.array(ImportValue), options: z.array(Option) })

/** What an import would add. */
export const ImportPreview = z.object({
  kind: ImportKind,
  /** The program that the file comes from, if it was recognized. */
  program: z.string().nullable(),
  columns: z.array(z.object({ header: z.string(), field: ImportField, example: z.string() })),
  /** Lines of a CSV file without its first, or events of a calendar. */
  rows: z.number().int(),
  is_calendar: z.boolean(),
  new_count: z.number().int(),
  /** Of the new bookings: those that are over, and come in as completed. */
  past_count: z.number().int(),
  /** Clients that come in with bookings or projects. */
  new_clients: z.number().int(),
  problem_count: z.number().int(),
  problems: z.array(ImportProblem),
  known_count: z.number().int(),
  known: z.array(KnownLine),
  /** Lines of cancelled sessions, and of values that are left out. */
  left_out: z.number().int(),
  /** `is_needed`: the file does not show whether the day or the month comes first, so nothing can be read until it is chosen. */
  date_order: z.object({ is_needed: z.boolean(), value: DateOrder.nullable(), example: z.string().nullable() }),
  services: Assigned,
  resources: Assigned,
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** An import that was made. */
export const Import = z.object({
  id: Id,
  kind: ImportKind,
  created_at: z.string(),
  /** How many clients, services, bookings or projects it added. */
  created: z.number().int(),
  /** How many clients came with its bookings or projects. */
  created_clients: z.number().int(),
  undone_at: z.string().nullable(),
  /** Until when it can be undone. */
  undo_until: z.string(),
})
export type Import = z.infer<typeof Import>

/** The result of an import; `import` is null if the file had nothing new. */
export const ImportResult = z.object({
  import: Import.nullable(),
  known_count: z.number().int(),
  left_out: z.number().int(),
  problem_count: z.number().int(),
  problems: z.array(ImportProblem),
})
export type ImportResult = z.infer<typeof ImportResult>

/** The result of undoing an import: what was changed or used since stays. */
export const ImportUndo = z.object({
  removed: z.number().int(),
  removed_clients: z.number().int(),
  kept: z.number().int(),
  kept_clients: z.number().int(),
})
export type ImportUndo = z.infer<typeof ImportUndo>
