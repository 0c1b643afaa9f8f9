import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type OwnPostgres, startOwnPostgres } from './postgres.ts'

const MEMORY = '/dev/shm'
/** Twice what all databases and the log of a test run need at the same time. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

const settings = {
  // Nothing is replicated, so less of each change is logged.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Compiling a statement takes longer than running it on a small database.
  jit: 'off',
}

/**
 * Starts the PostgreSQL server of a whole test run. Its data is in memory if enough is free, because each test file creates
 * and drops a database of about two thousand files.
 */
export function startTestCluster({ oldest = false } = {}): Promise<OwnPostgres> {
  return startOwnPostgres(settings, { parent: folderOfRun(), oldest })
}

/** The parent folder for the data of a whole test run: in memory if enough is free, else the temporary folder. */
export function folderOfRun(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MIN_FREE_BYTES ? MEMORY : tmpdir()
}
