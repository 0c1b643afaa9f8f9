import { DAY_MS } from '../../shared/durations.ts'
import { IMPORT_UNDO_DAYS } from './words.ts'

/** The time until which an import can be undone. @param created_at ISO 8601 @returns ISO 8601 */
export const computeUndoDeadline = (created_at: string): string =>
  new Date(Date.parse(created_at) + IMPORT_UNDO_DAYS * DAY_MS).toISOString()

/** A text in lower case, without accents, and with one space in place of other characters than letters and digits. */
export const toPlainText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
