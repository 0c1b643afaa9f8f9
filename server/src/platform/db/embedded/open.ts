import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { openServer } from '../server-engine.ts'
import { CLUSTER_FOLDER, prepareCluster } from './cluster.ts'
import { takeLock } from './lock.ts'
import { type DatabaseLog, readPidFile, startPostmaster } from './postmaster.ts'
import { finishReplacement } from './replace-cluster.ts'

export type EmbeddedOptions = {
  /** `DATA_DIR`: the database's files lie in its folder `postgres`. Made where it is missing. */
  directory: string
  /** Connections of the pool. */
  poolSize?: number
  /** Settings of the server over the usual ones, for proofs. */
  settings?: Record<string, string>
  log?: DatabaseLog
}

const DURABILITY = 'committed changes survive a crash and a power cut'

/** Settings for a small machine. fsync stays on: what was acknowledged survives a power cut. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // The pool, the listener, the job queue, a backup, and a second process that tests or tools start.
  max_connections: '80',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // Nobody copies this server's log, so it need not hold what a replica wants.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Our statements are short: to compile one, or to share it among processes, costs more than to run it.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // Errors of single statements come back to their callers. Statements hold personal data and are never logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** A server that this process started. `url` is for `pg`; `stop` ends the server in order. */
export type EmbeddedServer = { url: string; stop(): Promise<void> }

/**
 * The embedded database: a PostgreSQL server that this process starts, on a socket that no other user can reach. Takes the
 * directory for this process alone.
 * @throws DirectoryInUse, or StartRefused with a sentence that says why the database cannot be opened
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Engine> {
  const log = options.log ?? (() => {})
  const lock = await takeLock(options.directory)
  try {
    const server = await startEmbeddedServer(options.directory, { log, settings: options.settings ?? {} })
    try {
      const engine = await openServer(server.url, { ...options, log, durability: DURABILITY })
      return embeddedEngine(engine, () => server.stop().finally(() => lock.release()))
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Starts the server of a database in `directory`. The caller holds the lock of the directory.
 * @param options.folder in `directory`; the files of the product's database where it is left out
 * @throws StartRefused with a sentence that says why the database cannot be opened
 */
export async function startEmbeddedServer(
  directory: string,
  options: { folder?: string; settings?: Record<string, string>; log?: DatabaseLog } = {},
): Promise<EmbeddedServer> {
  finishReplacement(directory)
  const cluster = await prepareCluster(directory, options.folder)
  const chosen = { ...settings, ...options.settings }
  const postmaster = await startPostmaster(cluster, chosen, options.log ?? (() => {})).catch((error) => {
    cluster.remove()
    throw error
  })
  return {
    url: urlOf(cluster.sockets),
    async stop() {
      await postmaster.stop()
      cluster.remove()
    },
  }
}

/**
 * The address of the server that another process of ours runs in `directory`.
 * @returns null where none runs, or it is not ready
 */
export function urlOfRunning(directory: string): string | null {
  const running = readPidFile(join(directory, CLUSTER_FOLDER, 'data'))
  return running?.status === 'ready' ? urlOf(running.sockets) : null
}

// The folder of a socket is its host.
const urlOf = (sockets: string) => `postgres:///postgres?host=${encodeURIComponent(sockets)}&user=postgres`

function embeddedEngine(engine: Engine, stop: () => Promise<void>): Engine {
  let closed: Promise<void> | null = null
  return {
    ...engine,
    kind: 'embedded',
    close() {
      closed ??= engine.close().finally(stop)
      return closed
    },
  }
}
