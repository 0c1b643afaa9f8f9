import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { openServer } from '../server-engine.ts'
import { CLUSTER_FOLDER, prepareCluster } from './cluster.ts'
import { takeLock } from './lock.ts'
import { type DatabaseLog, readPidFile, startPostmaster } from './postmaster.ts'
import { finishReplacement } from './replace-cluster.ts'

export type EmbeddedOptions = {
  /** `DATA_DIR`, whose folder `postgres` has the database's files. Created if missing. */
  directory: string
  /** Connections of the pool. */
  poolSize?: number
  /** False if plans are off (`PLANS=off`). Every connection then stores that as a setting of its session. */
  plans?: boolean
  /** Server settings that replace the default ones, for measurements and crash tests. */
  settings?: Record<string, string>
  log?: DatabaseLog
}

const DURABILITY = 'committed changes survive a crash and a power cut'

/** Settings for a small machine. fsync stays on, so that acknowledged changes survive a power cut. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // The pool, the listener, the job queue, a backup, and a second process that tests or tools start all need connections.
  max_connections: '80',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // No replica reads this server's log, so it contains only what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Our statements are short: compiling or parallelizing one costs more than running it.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // Errors of single statements are returned to their callers. Statements contain personal data and are never logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** A server that this process started. `url` is for `pg`; `stop` shuts the server down cleanly. */
export type EmbeddedServer = { url: string; stop(): Promise<void> }

/**
 * Opens the embedded database: a PostgreSQL server that this process starts, on a socket that no other user can reach. Locks
 * the directory for this process.
 * @throws DirectoryInUseError, or StartError with a sentence that says why the database cannot be opened
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
 * Starts the server of a database in `directory`. The caller must have the lock of the directory.
 * @param options.folder the folder in `directory`; default: the product's database
 * @throws StartError with a sentence that says why the database cannot be opened
 */
export async function startEmbeddedServer(
  directory: string,
  options: { folder?: string; settings?: Record<string, string>; log?: DatabaseLog } = {},
): Promise<EmbeddedServer> {
  finishReplacement(directory)
  const cluster = await prepareCluster(directory, options.folder)
  const allSettings = { ...settings, ...options.settings }
  const postmaster = await startPostmaster(cluster, allSettings, options.log ?? (() => {})).catch((error) => {
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
 * The address of the server that another process of the product runs in `directory`.
 * @returns null if no server runs, or it is not ready
 */
export function urlOfRunning(directory: string): string | null {
  const running = readPidFile(join(directory, CLUSTER_FOLDER, 'data'))
  return running?.status === 'ready' ? urlOf(running.sockets) : null
}

// pg accepts the folder of a socket as the host.
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
