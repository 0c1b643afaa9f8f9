import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileKey, type Files } from './files.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

// Less than this is gone with the next few uploads.
const LEAST_FREE_BYTES = 32 * 1024 * 1024

/** Uploads in the data folder. */
export function diskFiles({ dataDir }: { dataDir: string }): Files {
  const folder = join(dataDir, 'files')
  const pathOf = (key: string) => join(folder, FileKey.parse(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Under its own name only once it is whole: nobody fetches half a file, also not after a crash.
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
    async health() {
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize < LEAST_FREE_BYTES ? { ok: false, detail: 'The disk of DATA_DIR is full.' } : { ok: true }
    },
  }
}
