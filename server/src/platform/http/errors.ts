import { type ErrorCode, errors, type FieldMessages, Refusal } from '@studiohub/contract/errors.ts'
import { refusalOf } from '../db/sql-errors.ts'
import { storeRefusalOf } from '../files/files.ts'

/** The one form of an error answer: `{ code, message, fields?, details? }`. */
export type ErrorAnswer = {
  status: number
  body: { code: ErrorCode; message: string; fields?: FieldMessages; details?: Record<string, unknown> }
}

const byStatus: Record<number, ErrorCode> = {
  // Of a file that may not be served; our own 403s are refusals and do not come here.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

/** The refusal behind an error: one of ours, of the database or of the HTTP server; null for a fault of ours. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const fromStore = storeRefusalOf(error)
  if (fromStore) return fromStore
  const fromDatabase = refusalOf(error)
  if (fromDatabase) return fromDatabase
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  const code = byStatus[error.statusCode] ?? (error.statusCode < 500 ? 'BAD_REQUEST' : undefined)
  return code ? new Refusal(code) : null
}

// What was busy or lost is there again within moments; a disk is not emptied so fast.
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  UNAVAILABLE: 1,
  FILES_UNAVAILABLE: 10,
  STORAGE_FULL: 30,
}

/** After how many seconds asking again makes sense (the `retry-after` header); null where nothing is known of it. */
export function retryAfter(refusal: Refusal | null): number | null {
  const told = refusal?.details?.retry_after
  if (typeof told === 'number') return told
  return (refusal && retryAfterSeconds[refusal.code]) ?? null
}

/** What the asker reads; of a fault of ours nothing but that it happened (safety G26). */
export function answerFor(refusal: Refusal | null): ErrorAnswer {
  const code = refusal?.code ?? 'INTERNAL'
  return {
    status: errors[code].status,
    body: {
      code,
      message: refusal?.message ?? errors.INTERNAL.message,
      ...(refusal?.fields && { fields: refusal.fields }),
      ...(refusal?.details && { details: refusal.details }),
    },
  }
}
