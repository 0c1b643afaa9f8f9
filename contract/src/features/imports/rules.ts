import { IMPORT_UNDO_DAYS } from './words.ts'

const MILLISECONDS_PER_DAY = 86_400_000

/** The time until which an import can be undone. @param created_at ISO 8601 @returns ISO 8601 */
export const undoUntil = (created_at: string): string =>
  new Date(Date.parse(created_at) + IMPORT_UNDO_DAYS * MILLISECONDS_PER_DAY).toISOString()
