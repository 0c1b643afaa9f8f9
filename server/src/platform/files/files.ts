import { z } from 'zod'

/**
 * The name of a stored file, `studios/<id>/logo-<hash>.png`: small letters, digits and hyphens between slashes, one
 * extension. No dot elsewhere, so no way out of the store. A new content gets a new name, so a name never changes content.
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
  /** The address from which browsers fetch it. */
  url(key: string): string
}
