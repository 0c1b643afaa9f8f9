import { AppError, type ErrorCode, errors, type FieldMessages } from '@studiohub/contract/errors.ts'
import { sqlErrorToAppError } from '../db/sql-errors.ts'
import { storeErrorToAppError } from '../files/files.ts'

/** The format of every error response: `{ code, message, fields?, details? }`. */
export type ErrorResponse = {
  status: number
  body: { code: ErrorCode; message: string; fields?: FieldMessages; details?: Record<string, unknown> }
}

const byStatus: Record<number, ErrorCode> = {
  // For a file that cannot be served. Our own 403 is an AppError, which does not get here.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

/** The `AppError` for an error of ours, the file store, the database or the HTTP server; null for a bug. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const fromStore = storeErrorToAppError(error)
  if (fromStore) return fromStore
  const fromDatabase = sqlErrorToAppError(error)
  if (fromDatabase) return fromDatabase
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  const code = byStatus[error.statusCode] ?? (error.statusCode < 500 ? 'BAD_REQUEST' : undefined)
  return code ? new AppError(code) : null
}

// A busy or unreachable service is back within seconds. Freeing a disk takes longer.
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  UNAVAILABLE: 1,
  FILES_UNAVAILABLE: 10,
  STORAGE_FULL: 30,
}

/** Seconds after which a retry makes sense (the `retry-after` header); null if unknown. */
export function getRetrySeconds(appError: AppError | null): number | null {
  const seconds = appError?.details?.retry_after
  if (typeof seconds === 'number') return seconds
  return (appError && retryAfterSeconds[appError.code]) ?? null
}

/** The response to an error. For a bug it says only that an error happened. */
export function toErrorResponse(appError: AppError | null): ErrorResponse {
  const code = appError?.code ?? 'INTERNAL'
  return {
    status: errors[code].status,
    body: {
      code,
      message: appError?.message ?? errors.INTERNAL.message,
      ...(appError?.fields && { fields: appError.fields }),
      ...(appError?.details && { details: appError.details }),
    },
  }
}
