import { getFileStore } from '../files/open.ts'
import type { PictureShape } from './picture-order.ts'
import { reshapePicture } from './prepare.ts'

const small: PictureShape = { width: 800, height: 1200, fit: 'inside', format: 'webp' }
const CACHED_MAX = 200

/** The last small pictures, as promises, so that concurrent requests share one. */
const pictures = new Map<string, Promise<Uint8Array | null>>()

/**
 * A public picture, at most 800 pixels wide, for phones. A separate process makes it at the first request, and the last 200 are
 * cached in memory. If it cannot be made, or too many pictures are waiting, the stored picture is returned.
 * @returns WebP; null if there is no such file, even if its small picture is cached
 */
export async function getSmallPicture(key: string): Promise<Uint8Array | null> {
  const bytes = await getFileStore().get(key)
  if (!bytes) return null
  const picture = pictures.get(key) ?? reshapePicture(bytes, small)
  pictures.delete(key)
  pictures.set(key, picture)
  const [oldest] = pictures.keys()
  if (pictures.size > CACHED_MAX && oldest !== undefined) pictures.delete(oldest)
  const smaller = await picture
  // The next request tries again.
  if (!smaller) pictures.delete(key)
  return smaller ?? bytes
}
