import { Refusal } from '@studiohub/contract/errors.ts'
import { z } from 'zod'

/**
 * The name of a stored file, `avatars/<id>/avatar-<hash>.webp`: its bucket, then small letters, digits and hyphens between
 * slashes, one extension. No dot elsewhere, so no way out of the store. A new content gets a new name, so a name never
 * changes content.
 */
export const FileKey = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]{2,5}$/, 'this is not the name of a stored file')

/** Where uploads lie. Every call throws where `key` is no FileKey; none is made while a transaction is open. */
export type Files = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null where there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  /** Does nothing where there is no such file, so it may run twice. */
  delete(key: string): Promise<void>
  /** Whether files can be stored now, for `/readyz`; the sentence says why not and names no address. */
  health(): Promise<{ ok: boolean; detail?: string }>
}

/** The store cannot be reached, or says that it cannot work now. Its `cause` is for the log alone: it tells addresses. */
export class StoreAway extends Error {}

const fullCodes: unknown[] = ['ENOSPC', 'EDQUOT']

/** The refusal that an error of a store stands for, or null where it is none of a store's. */
export function storeRefusalOf(error: unknown): Refusal | null {
  if (error instanceof StoreAway) return new Refusal('FILES_UNAVAILABLE')
  const isFull = error instanceof Error && 'code' in error && fullCodes.includes(error.code)
  return isFull ? new Refusal('STORAGE_FULL') : null
}

/** The content types under which stored files are served; a file of any other name is not. */
export const servedTypes: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png' }

/** Below which address every public file answers, as the spec's storage has it (section 7). */
export const PUBLIC_FILES = '/storage/v1/object/public'

/** The address from which browsers fetch a public file. */
export const publicAddress = (key: string) => `${PUBLIC_FILES}/${FileKey.parse(key)}`
