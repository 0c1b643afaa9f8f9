import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '#platform/process/sync-folder.ts'
import { CLUSTER_FOLDER } from './cluster.ts'
import { stopLeftover } from './postmaster.ts'

/** The folder in `DATA_DIR` for a new database that will replace the current one. */
export const UNFINISHED_FOLDER = 'postgres-unfinished'
/** The folder of that database after it is complete. */
const COMPLETE_FOLDER = 'postgres-restored'

/** Removes the remains of an earlier attempt, including a server that still runs. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  finishReplacement(dataDir)
  for (const name of [UNFINISHED_FOLDER, COMPLETE_FOLDER]) {
    const folder = join(dataDir, name)
    await stopLeftover(join(folder, 'data'), () => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Replaces the current database with the one in `UNFINISHED_FOLDER`. Both servers must have ended, and the caller must have
 * the lock of the directory.
 * @returns the folder with the replaced database, or null if there was none
 */
export function replaceCluster(dataDir: string, now: Date): string | null {
  const current = join(dataDir, CLUSTER_FOLDER)
  const replaced = join(dataDir, `postgres-replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`)
  renameSync(join(dataDir, UNFINISHED_FOLDER), join(dataDir, COMPLETE_FOLDER))
  const hadDatabase = existsSync(current)
  if (hadDatabase) renameSync(current, replaced)
  finishReplacement(dataDir)
  return hadDatabase ? replaced : null
}

/**
 * Completes a replacement that was interrupted between its steps. Otherwise the next start would create an empty database.
 */
export function finishReplacement(dataDir: string): void {
  const [current, complete] = [join(dataDir, CLUSTER_FOLDER), join(dataDir, COMPLETE_FOLDER)]
  if (existsSync(current) || !existsSync(complete)) return
  renameSync(complete, current)
  syncFolder(dataDir)
}
