import { createHash } from 'node:crypto'

/** The length of a seal in bytes. */
export const SEAL_BYTES = 92

/**
 * The seal at the end of a backup file: the SHA-256 of everything before it. It is an empty gzip member with the hash as its
 * comment, so `gzip` and `tar` can read the whole file. The checksum of gzip alone does not cover its header and a few bits.
 */
export function createSeal(hash: ReturnType<typeof createHash>): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 3])
  const empty = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([head, Buffer.from(`sha256:${hash.digest('hex')}\0`), empty])
}

/** Passes bytes on and appends their seal. */
export async function* withSeal(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield createSeal(hash)
}
