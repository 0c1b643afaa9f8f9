import { randomUUID } from 'node:crypto'
import { glob, mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { FileKey, type Files, type ListedFile } from './files.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

// With less free space than this, the next few uploads could fill the disk.
const FREE_BYTES_MIN = 32 * 1024 * 1024

/** Stores uploads in the data folder. */
export function createDiskFiles({ dataDir }: { dataDir: string }): Files {
  const folder = join(dataDir, 'files')
  const pathOf = (key: string) => join(folder, FileKey.parse(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // A file is renamed only when it is complete, so that an incomplete one is never read, even after a crash.
      const unfinished = join(folder, `.${randomUUID()}`)
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    list: (bucket) => listBucket(folder, bucket),
    async health() {
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize < FREE_BYTES_MIN ? { ok: false, detail: 'The disk of DATA_DIR is full.' } : { ok: true }
    },
  }
}

async function* listBucket(folder: string, bucket: string): AsyncGenerator<ListedFile> {
  for await (const path of glob(`${bucket}/**/*`, { cwd: folder })) {
    const key = FileKey.safeParse(path.split(sep).join('/'))
    const stats = key.success ? await stat(join(folder, path)).catch(nullIfMissing) : null
    if (key.success && stats?.isFile()) yield { key: key.data, stored_at: stats.mtime }
  }
}

/** A stored file. Its content can be read once. */
export type StoredFile = { key: string; bytes: number; content: AsyncIterable<Uint8Array> }

/** Lists all uploads in the data folder, without exports. Skips a file that is deleted at the same time. */
export async function* listDiskFiles(dataDir: string): AsyncGenerator<StoredFile> {
  const folder = join(dataDir, 'files')
  for await (const path of glob('**/*', { cwd: folder })) {
    // Exports of studios can be created again.
    if (path.startsWith(`exports${sep}`)) continue
    const key = FileKey.safeParse(path.split(sep).join('/'))
    const file = key.success ? await open(join(folder, path)).catch(nullIfMissing) : null
    if (!key.success || !file) continue
    try {
      const stats = await file.stat()
      if (stats.isFile())
        yield { key: key.data, bytes: stats.size, content: file.createReadStream({ autoClose: false }) }
    } finally {
      await file.close()
    }
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
