import { setTimeout as wait } from 'node:timers/promises'
import { PostgresDialect } from 'kysely'
import { type DiskWatch, watchDisk } from '../disk-watch.ts'
import type { Engine } from '../engine.ts'
import { type Held, inExchanges } from '../exchange.ts'
import { type Connection, openConnection } from './connection.ts'
import { Guard } from './guard.ts'
import { type Acquire, type Lease, using } from './lease.ts'
import { type Lock, takeLock } from './lock.ts'
import { openNotices } from './notices.ts'
import { Queue } from './queue.ts'
import { type Log, openOrRestore, placesIn } from './recovery.ts'
import { closing } from './refusals.ts'
import { type SnapshotTaken, startUpkeep, type Upkeep } from './upkeep.ts'

export type EmbeddedOptions = {
  /** Where everything lies: the database's files, the snapshots, the lock. Made where it is missing. */
  directory: string
  /** How long one statement may run, in milliseconds. */
  statementTimeout?: number
  /** Milliseconds between two snapshots while something is written; 0: none at all, also not at the end. */
  snapshotInterval?: number
  log?: (event: object) => void
}

/** The embedded engine can also copy itself on demand. */
export type EmbeddedEngine = Engine & {
  /** Writes a snapshot now and says what it cost; null where nothing was written since the last one. */
  snapshot(): Promise<SnapshotTaken | null>
}

const STATEMENT_TIMEOUT_MS = 5_000
const IDLE_MS = 10_000
const WAIT_MS = 10_000
const HEALTH_MS = 2_000
const DRAIN_MS = 5_000
const SNAPSHOT_MS = 60_000
// A migration may build an index over everything there is.
const SCRIPT_TIMEOUT_MS = 300_000

const DURABILITY =
  'committed changes survive a crash of this process (kill -9); a power cut may cost what was written since the last ' +
  'snapshot, at most about a minute'

/**
 * The embedded database: PGlite in a thread of its own behind a queue, watched, copied every minute. Takes the
 * directory for this process alone.
 * @throws DirectoryInUse, or a sentence that says why the directory cannot be opened
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const log: Log = options.log ?? (() => {})
  const lock = await takeLock(options.directory)
  try {
    const connection = await openOrRestore(options.directory, lock.abandoned, log)
    return await engineOver(connection, options, log, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function engineOver(first: Connection, options: EmbeddedOptions, log: Log, lock: Lock): Promise<EmbeddedEngine> {
  const places = placesIn(options.directory)
  const interval = options.snapshotInterval ?? SNAPSHOT_MS
  const queue = new Queue({ statement: options.statementTimeout ?? STATEMENT_TIMEOUT_MS, idle: IDLE_MS }, WAIT_MS)
  const notices = openNotices()
  const guard = new Guard(queue, async () => notices.attach(await openConnection(places.database)), log)
  guard.adopt(await notices.attach(first))
  const upkeep = startUpkeep(queue, places.snapshots, interval, log)
  const disk = watchDisk((text) => runScript(acquire, text), log)
  let closed: Promise<void> | null = null
  const acquire: Acquire = (limits) => (closed ? Promise.reject(closing()) : queue.acquire(limits))

  async function close(copy: boolean) {
    await upkeep.stop()
    const empty = await queue.drain(DRAIN_MS)
    // A snapshot that fails is logged; the database itself is closed properly all the same.
    if (empty && copy && interval > 0) await upkeep.snapshot().catch(() => {})
    await guard.close(empty)
    lock.release()
  }

  return {
    kind: 'embedded',
    ...statementsOver(acquire, disk),
    async listen(channel, listener) {
      const statement = notices.add(channel, listener)
      await using(acquire, (lease) => lease.query(statement))
    },
    onReconnect: (callback) => guard.onReturn(callback),
    health: () => healthOf(acquire, upkeep, disk),
    snapshot: () => upkeep.snapshot(),
    close({ copy } = { copy: true }) {
      closed ??= close(copy)
      return closed
    },
  }
}

function statementsOver(acquire: Acquire, disk: DiskWatch): Pick<Engine, 'dialect' | 'execute' | 'script'> {
  const pool = { connect: async () => inExchanges(heldBy(await acquire(), disk)), end: async () => {}, options: {} }
  return {
    dialect: new PostgresDialect({ pool }),
    execute: (text, values = []) => disk.watched(using(acquire, (lease) => lease.query(text, values))),
    script: (text) => disk.watched(runScript(acquire, text)),
  }
}

// In one message, as on a server; a failure leaves the transaction open, and giving the lease back rolls it back.
async function runScript(acquire: Acquire, text: string) {
  await using(acquire, (lease) => lease.query(`begin; ${text}; commit`), { statement: SCRIPT_TIMEOUT_MS })
}

// Kysely's own driver for `pg` sits on the lease as on a pooled client.
function heldBy(lease: Lease, disk: DiskWatch): Held {
  const query: Held['query'] = (text, values, name) => {
    // Of a lease that was lost everything is rolled back; an error here would hide the one that tells why.
    if (text === 'rollback' && lease.over) return Promise.resolve({ command: 'ROLLBACK', rowCount: 0, rows: [] })
    return disk.watched(lease.query(text, values, name))
  }
  return { query, release: () => lease.release() }
}

async function healthOf(acquire: Acquire, { state }: Upkeep, disk: DiskWatch): ReturnType<Engine['health']> {
  const copied = state.last_snapshot ? `newest snapshot: ${state.last_snapshot}` : 'no snapshot since the start'
  const durability = `${DURABILITY} (${copied})`
  const answers = using(acquire, (lease) => lease.query('select 1')).then(
    () => true,
    () => false,
  )
  const late = wait(HEALTH_MS, false, { ref: false })
  const isAnswering = await Promise.race([answers, late])
  if (!isAnswering) return { ok: false, writes: false, durability, detail: 'The database does not answer.' }
  const health = await disk.healthOf(durability)
  return state.failure ? { detail: 'The last snapshot failed; the log says why.', ...health } : health
}
