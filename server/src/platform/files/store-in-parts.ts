import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { getFileStore, getScratchFolder } from './open.ts'

/** The size of a part, which is in memory as a whole. It can never change, because stored files have parts of this size. */
const PART_BYTES = 8 * 1024 * 1024

/** Returns the key of a part. The first part is number 1. */
export type PartKey = (part: number) => string

/**
 * Stores a large local file in parts, so that every process can serve it.
 * @param beforePart is called with the number of each part before it is stored, so that the parts of an
 *   interrupted attempt can be deleted. If it returns false, storing ends
 * @returns the size, or null if it ended early
 */
export async function storeInParts(
  path: string,
  { keyOf, beforePart }: { keyOf: PartKey; beforePart: (part: number) => Promise<boolean> },
): Promise<number | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for (let part = 1; (part - 1) * PART_BYTES < size; part++) {
      if (!(await beforePart(part))) return null
      const at = (part - 1) * PART_BYTES
      const bytes = Buffer.alloc(Math.min(PART_BYTES, size - at))
      for (let read = 0; read < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, read, bytes.length - read, at + read)
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
        read += bytesRead
      }
      await getFileStore().put(keyOf(part), bytes)
    }
    return size
  } finally {
    await file.close()
  }
}

/** Reads the bytes from `from` to `to` inclusive of a file that is stored in parts. */
export async function* readFromParts(keyOf: PartKey, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let index = Math.floor(from / PART_BYTES); index * PART_BYTES <= to; index++) {
    const bytes = await getFileStore().get(keyOf(index + 1))
    if (!bytes) throw new Error(`the part ${keyOf(index + 1)} is missing`)
    yield bytes.subarray(Math.max(0, from - index * PART_BYTES), Math.min(PART_BYTES, to - index * PART_BYTES + 1))
  }
}

/** Runs `work` with a path for a large file, which is deleted afterwards. */
export async function withScratchFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  await mkdir(getScratchFolder(), { recursive: true, mode: 0o700 })
  const path = join(getScratchFolder(), name)
  return work(path).finally(() => rm(path, { force: true }))
}

/** Deletes old files that crashes have left in the scratch folder. */
export async function deleteScratchFiles(now: Date): Promise<void> {
  await mkdir(getScratchFolder(), { recursive: true, mode: 0o700 })
  for (const name of await readdir(getScratchFolder())) {
    const path = join(getScratchFolder(), name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < now.getTime() - DAY_MS) await rm(path, { force: true })
  }
}
