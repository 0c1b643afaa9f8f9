import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Engine, Listener } from './engine.ts'
import { GatheringSocket, type Held, inExchanges } from './exchange.ts'
import { columnTypes } from './parsers.ts'

const STATEMENT_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 10_000
const RECONNECT_MS = 500
const DURABILITY = 'committed changes survive a crash and a power cut, as the PostgreSQL server is configured'

/** A PostgreSQL server (15 or later) behind a pool. @param url `postgres://user:password@host:port/database` */
export async function openServer(url: string, options: { poolSize?: number } = {}): Promise<Engine> {
  const settings = {
    connectionString: url,
    types: columnTypes,
    application_name: 'studiohub',
    options: '-c timezone=UTC',
  }
  const pool = new pg.Pool({
    ...settings,
    // What goes out together does so without waiting for answers, and in one piece.
    pipeline: true,
    stream: () => new GatheringSocket(),
    max: options.poolSize ?? 16,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
  })
  // An idle connection that the server ends is replaced at the next use; unheard, the event would end the process.
  pool.on('error', () => {})
  const { rows } = await pool.query<{ version: string }>('show server_version_num')
  if (Number(rows[0]?.version) < 150000) throw new Error('StudioHub needs PostgreSQL 15 or later.')
  const ear = listeningConnection(settings)
  return {
    kind: 'server',
    dialect: new PostgresDialect({ pool: pooled(pool) }),
    execute: (text, values = []) => pool.query(text, [...values]),
    script: (text) => runScript(pool, text),
    listen: ear.listen,
    onReconnect: ear.onReconnect,
    async health() {
      try {
        await pool.query('select 1')
        return { ok: true, durability: DURABILITY }
      } catch (error) {
        return { ok: false, durability: DURABILITY, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    async close() {
      await ear.close()
      await pool.end()
    },
  }
}

/** The pool as Kysely is to see it. */
function pooled(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      const query: Held['query'] = (text, values) => client.query(text, values && [...values])
      return inExchanges({ query, release: (destroy) => client.release(destroy) })
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

async function runScript(pool: pg.Pool, text: string) {
  const client = await pool.connect()
  let broken = false
  try {
    // Without parameters all of it travels as one message, which the server runs as one transaction.
    await client.query(`begin; ${text}; commit;`)
  } catch (error) {
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

// Notices come over a connection of its own that comes back by itself; what was missed meanwhile is for the callbacks.
function listeningConnection(settings: pg.ClientConfig) {
  const listeners = new Map<string, Listener[]>()
  const callbacks: (() => void)[] = []
  let client: pg.Client | null = null
  let closed = false

  async function connect() {
    const next = new pg.Client({ ...settings, keepAlive: true })
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    next.on('error', () => {})
    next.once('end', () => {
      client = null
      if (!closed) setTimeout(reconnect, RECONNECT_MS).unref()
    })
    await next.connect()
    for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
  }
  async function reconnect() {
    if (closed) return
    try {
      await connect()
      for (const callback of callbacks) callback()
    } catch {
      setTimeout(reconnect, RECONNECT_MS).unref()
    }
  }
  return {
    async listen(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      if (client) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      else await connect()
    },
    onReconnect(callback: () => void) {
      callbacks.push(callback)
    },
    async close() {
      closed = true
      await client?.end()
    },
  }
}
