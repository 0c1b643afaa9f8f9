import { DAY_MS } from '../../shared/durations.ts'
import { IMPORT_UNDO_DAYS } from './words.ts'

/** The time until which an import can be undone. @param created_at ISO 8601 @returns ISO 8601 */
export const undoUntil = (created_at: string): string =>
  new Date(Date.parse(created_at) + IMPORT_UNDO_DAYS * DAY_MS).toISOString()
