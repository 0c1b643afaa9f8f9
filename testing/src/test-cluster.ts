import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type OwnPostgres, startOwnPostgres } from './postgres.ts'

const MEMORY = '/dev/shm'
/** In bytes: twice what all databases and the log of a run take at any time. */
const ENOUGH = 4 * 1024 ** 3

const settings = {
  // Nothing is replicated, so less of each change is logged.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Compiling a statement takes longer than running it on a small database.
  jit: 'off',
}

/**
 * The PostgreSQL server of a whole test run. Its data lies in memory if there is plenty: each test file has its own
 * database, and creating and dropping it writes and deletes about two thousand files.
 */
export function startTestCluster({ oldest = false } = {}): Promise<OwnPostgres> {
  return startOwnPostgres(settings, { parent: folderOfRun(), oldest })
}

/** The parent folder for the data of a whole test run: in memory if there is plenty, else the temporary folder. */
export function folderOfRun(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH ? MEMORY : tmpdir()
}
