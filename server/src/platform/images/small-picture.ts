import { theFiles } from '../files/open.ts'
import type { Shape } from './picture-order.ts'
import { reshapePicture } from './prepare.ts'

const small: Shape = { width: 800, height: 1200, fit: 'inside', format: 'webp' }
const MOST = 200

/** The last pictures that were made smaller, as promises: requests at the same time share one. */
const made = new Map<string, Promise<Uint8Array | null>>()

/**
 * A public picture, at most 800 pixels wide, for phones. It is made at the first request, in a process of its own, and kept in memory,
 * the last 200 of them. If too many wait to be made, or it cannot be made, this is the picture as it is stored.
 * @returns WebP; null if there is no such file, also if it was deleted since
 */
export async function getSmallPicture(key: string): Promise<Uint8Array | null> {
  const bytes = await theFiles().get(key)
  if (!bytes) return null
  const found = made.get(key) ?? reshapePicture(bytes, small)
  made.delete(key)
  made.set(key, found)
  const [oldest] = made.keys()
  if (made.size > MOST && oldest !== undefined) made.delete(oldest)
  const smaller = await found
  // The next request tries again.
  if (!smaller) made.delete(key)
  return smaller ?? bytes
}
