import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { DirectoryInUse, takeLock } from './lock.ts'
import { openEmbedded } from './open.ts'
import { placesIn, putInPlace } from './recovery.ts'
import { copySafely, listSnapshots, type Snapshot, snapshotFile } from './snapshots.ts'

/**
 * Writes the embedded database of `directory` into `file`, a tar archive that `restore` reads; an older file of that
 * name is replaced at the end. While a server works on the directory its newest snapshot is taken, at most about a
 * minute old. The key file beside the database is not in it.
 * @returns the instant whose state the backup holds, ISO 8601
 */
export async function backup(directory: string, file: string): Promise<{ taken_at: string }> {
  const { database, snapshots } = placesIn(directory)
  if (!existsSync(database) && !existsSync(snapshots)) throw new Error(`There is no database in ${resolve(directory)}.`)
  try {
    const engine = await openEmbedded({ directory })
    await engine.snapshot()
    await engine.close()
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
  }
  const newest = newestOf(listSnapshots(snapshots), directory)
  await copySafely(newest.file, file)
  return { taken_at: newest.taken_at }
}

/**
 * Puts a backup, or a snapshot, in the place of the database of `directory`, once it has been seen to open. What was
 * there is kept beside it.
 * @returns the folder that the replaced files were moved to, or null where there were none
 * @throws DirectoryInUse while a server works on the directory
 */
export async function restore(file: string, directory: string): Promise<{ replaced: string | null }> {
  if (!existsSync(file)) throw new Error(`There is no file ${resolve(file)}.`)
  const lock = await takeLock(directory)
  try {
    const replaced = await putInPlace(directory, file, 'pg-replaced')
    // Should the restored files be damaged soon, no older state may come back in their place.
    const { snapshots } = placesIn(directory)
    listSnapshots(snapshots)
    await copySafely(file, snapshotFile(snapshots, new Date()))
    return { replaced }
  } finally {
    lock.release()
  }
}

function newestOf([newest]: Snapshot[], directory: string): Snapshot {
  if (newest) return newest
  throw new Error(`${resolve(directory)} is in use and has no snapshot yet. Wait a minute, or stop the server first.`)
}
