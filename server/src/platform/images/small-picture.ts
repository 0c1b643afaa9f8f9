import { theFiles } from '../files/open.ts'

const WIDTH = 800
const MOST = 200

/** The last pictures that were made smaller, as promises: requests at the same time share one. */
const made = new Map<string, Promise<Buffer>>()

/**
 * A public picture, at most 800 pixels wide, for phones. It is made at the first request and kept in memory, the last 200 of them.
 * @returns WebP; null if there is no such file, also if it was deleted since
 */
export async function getSmallPicture(key: string): Promise<Buffer | null> {
  const bytes = await theFiles().get(key)
  if (!bytes) return null
  const found = made.get(key) ?? makeSmaller(bytes)
  made.delete(key)
  made.set(key, found)
  const [oldest] = made.keys()
  if (made.size > MOST && oldest !== undefined) made.delete(oldest)
  // An error may pass, so the next request tries again.
  found.catch(() => made.delete(key))
  return found
}

async function makeSmaller(bytes: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  // Uploads were encoded again when they were stored, so they contain only pixels.
  return sharp(bytes).resize({ width: WIDTH, withoutEnlargement: true }).webp({ quality: 75 }).toBuffer()
}
