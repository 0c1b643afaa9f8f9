import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { StartError } from '#platform/process/start-error.ts'
import { CLUSTER_FOLDER } from '../embedded/cluster.ts'
import { DirectoryInUseError, takeLock } from '../embedded/lock.ts'
import { startEmbeddedServer, urlOfRunning } from '../embedded/open.ts'
import { finishReplacement } from '../embedded/replace-cluster.ts'

/** Whether `DATA_DIR` has an embedded database. The caller has the lock of the directory. */
export function hasEmbedded(dataDir: string): boolean {
  finishReplacement(dataDir)
  return existsSync(join(dataDir, CLUSTER_FOLDER, 'data'))
}

/**
 * Runs `work` with the address of the product's database. If the product is stopped, its embedded server is started for the
 * duration of `work`.
 * @throws StartError if there is no database, or it does not answer
 */
export async function withDatabaseUrl<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(databaseUrl)
  const lock = await takeLock(dataDir).catch((error) => {
    if (error instanceof DirectoryInUseError) return null
    throw error
  })
  if (!lock) {
    const url = urlOfRunning(dataDir)
    if (url) return work(url)
    throw new StartError(`Another process uses DATA_DIR ${dataDir}, and its database is not ready. Try again later.`)
  }
  try {
    if (!hasEmbedded(dataDir)) throw new StartError(`There is no database in ${dataDir}.`)
    const server = await startEmbeddedServer(dataDir)
    return await work(server.url).finally(() => server.stop())
  } finally {
    lock.release()
  }
}
