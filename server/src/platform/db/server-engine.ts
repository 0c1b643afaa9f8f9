import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { BatchingSocket } from './batching-socket.ts'
import { DISK_FULL, type DiskWatch, watchDisk } from './disk-watch.ts'
import { createPostgresDialect, type PooledClient } from './driver.ts'
import type { Engine } from './engine.ts'
import { openListener } from './listener.ts'
import { columnTypes } from './parsers.ts'
import { getSqlState } from './sql-errors.ts'

/** The major version of the oldest supported PostgreSQL. The small suite runs on it. */
export const OLDEST_MAJOR = 15
/** The same as a `server_version_num`. */
export const OLDEST_SERVER = OLDEST_MAJOR * 10_000
const STATEMENT_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 10_000
const DURABILITY = 'committed changes survive a crash and a power cut, as the PostgreSQL server is configured'

type ServerOptions = {
  poolSize?: number
  /** False if plans are off (`PLANS=off`). Every connection then stores that as a setting of its session. */
  plans?: boolean
  /** What the server guarantees for committed changes, for `/readyz`. */
  durability?: string
  log?: (event: { event: string; [field: string]: unknown }) => void
}

/** Opens a PostgreSQL server behind a pool. @param url `postgres://user:password@host:port/database` */
export async function openServer(url: string, options: ServerOptions = {}): Promise<Engine> {
  const durability = options.durability ?? DURABILITY
  const settings = {
    connectionString: url,
    types: columnTypes,
    application_name: 'studiohub',
    options: options.plans === false ? '-c timezone=UTC -c studiohub.plans=off' : '-c timezone=UTC',
  }
  const pool = new pg.Pool({
    ...settings,
    // Sends several statements in one piece, without waiting for answers in between.
    pipeline: true,
    stream: () => new BatchingSocket(),
    max: options.poolSize ?? 16,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
  })
  // The pool replaces a lost connection at its next use. The pool itself listens only to idle connections. Without
  // these listeners, an error event of a busy connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const { rows } = await pool.query<{ version: string }>('show server_version_num').catch(throwStartError)
  if (Number(rows[0]?.version) < OLDEST_SERVER)
    throw new StartError(`StudioHub needs PostgreSQL ${OLDEST_MAJOR} or later.`)
  const listener = openListener(settings)
  const disk = watchDisk((text) => runScript(pool, text), options.log ?? (() => {}))
  return {
    kind: 'server',
    dialect: createPostgresDialect(
      () => connect(pool, disk),
      () => pool.end(),
    ),
    execute: (text, values = []) => disk.watch(pool.query(text, [...values])),
    script: (text) => disk.watch(runScript(pool, text)),
    listen: listener.listen,
    onReconnect: listener.onReconnect,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async health() {
      try {
        await pool.query('select 1')
        return await disk.healthOf(durability)
      } catch {
        // The driver's message contains the address of the server or a role.
        return { ok: false, writes: false, durability, detail: 'The database does not answer.' }
      }
    },
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

function throwStartError(cause: unknown): never {
  // A server on a full disk can accept a connection and then fail to write the first file that it needs.
  if (getSqlState(cause) === DISK_FULL)
    throw new StartError('The disk of the database is full. Nothing was changed. Free some space and start again.', {
      cause,
    })
  const name = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // If a name has several addresses, Node joins their errors into one without a message.
  const reason = (cause instanceof Error && cause.message) || name
  throw new StartError(`The database of DATABASE_URL cannot be used: ${reason}`, { cause })
}

async function connect(pool: pg.Pool, disk: DiskWatch): Promise<PooledClient> {
  const client = await pool.connect().catch(throwConnectionError)
  return {
    query: (statement) => disk.watch(client.query(statement)).catch(throwConnectionError),
    release: (destroy) => client.release(destroy),
  }
}

/** A lost connection, with PostgreSQL's code for it, because the driver reports it in many forms. */
class ConnectionLostError extends Error {
  readonly code = '08006'
}

const lostCodes: unknown[] = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']
const lostWords = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/

function throwConnectionError(error: unknown): never {
  const isLost =
    error instanceof Error && (('code' in error && lostCodes.includes(error.code)) || lostWords.test(error.message))
  throw isLost ? new ConnectionLostError(error.message, { cause: error }) : error
}

async function runScript(pool: pg.Pool, text: string) {
  const client = await pool.connect()
  let isBroken = false
  try {
    // Without parameters the text is sent as one message, which the server runs as one transaction.
    await client.query(`begin; ${text}; commit;`)
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(isBroken)
  }
}
