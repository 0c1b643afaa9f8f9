import { AppError } from '@studiohub/contract/errors.ts'
import { z } from 'zod'

/**
 * The name of a stored file, `avatars/<id>/avatar-<hash>.webp`: its bucket, then lower-case letters, digits and hyphens
 * between slashes, and one extension. It has no other dot, so it cannot point outside of the store. New content gets a new
 * name.
 */
export const FileKey = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]{2,5}$/, 'this is not the name of a stored file')

/** A stored file, and the time at which it was stored. */
export type ListedFile = { key: string; stored_at: Date }

/** The store of uploads. Every call throws if `key` is not a FileKey. Never call it while a transaction is open. */
export type Files = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @returns null if there is no such file */
  get(key: string): Promise<Uint8Array | null>
  /** Does nothing if there is no such file, so it can be repeated. */
  delete(key: string): Promise<void>
  /** All files of a bucket, such as `exports`, in any order. Files that are stored at the same time may be missing. */
  list(bucket: string): AsyncIterable<ListedFile>
  /** Whether files can be stored now, for `/readyz`. `detail` says why not, without addresses. */
  health(): Promise<{ ok: boolean; detail?: string }>
}

/**
 * The store does not answer, or says that it cannot work now. Do not show its `cause`, which contains addresses; only log
 * it.
 */
export class StoreUnavailableError extends Error {}

const fullCodes: unknown[] = ['ENOSPC', 'EDQUOT']

/** The `AppError` for an error of a store, or null for any other error. */
export function storeErrorToAppError(error: unknown): AppError | null {
  if (error instanceof StoreUnavailableError) return new AppError('FILES_UNAVAILABLE')
  const isFull = error instanceof Error && 'code' in error && fullCodes.includes(error.code)
  return isFull ? new AppError('STORAGE_FULL') : null
}

/** The content types of files that are served, by extension. Other files are not served. */
export const servedTypes: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png' }

/** The path of public files, as in the spec's storage (section 7). */
export const PUBLIC_FILES = '/storage/v1/object/public'

/** The path from which browsers fetch a public file. */
export const buildPublicFilePath = (key: string) => `${PUBLIC_FILES}/${FileKey.parse(key)}`
