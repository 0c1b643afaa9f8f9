import pg from 'pg'
import { using } from './lease.ts'
import type { Queue } from './queue.ts'
import type { Log } from './recovery.ts'
import { type Hold, logPosition, type Snapshot, takeSnapshot } from './snapshots.ts'

// Copying all files, or tidying one large table, may take longer than a statement of a request.
const LONGEST_MS = 60_000
const REST = 20

/** A snapshot, for how long it kept the connection from everybody else, and how long it took in all. */
export type SnapshotTaken = Snapshot & { held_ms: number; took_ms: number }

/** What keeps the database safe and quick while it runs, since it has no processes of its own in the background. */
export type Upkeep = {
  /** When the newest snapshot of this run was taken (ISO 8601), and why the newest attempt failed, if it did. */
  readonly state: { last_snapshot: string | null; failure: string | null }
  /** Takes a snapshot now and says what it cost; null where nothing was written since the last one of this run. */
  snapshot(): Promise<SnapshotTaken | null>
  /** Waits for what is under way and does no more. */
  stop(): Promise<void>
}

/**
 * When something was written, takes a snapshot and tidies the tables that need it: every `interval` milliseconds, or
 * twenty times as long as the last snapshot took. @param interval 0: never by itself
 */
export function startUpkeep(queue: Queue, folder: string, interval: number, log: Log): Upkeep {
  const state: Upkeep['state'] = { last_snapshot: null, failure: null }
  const hold: Hold = (work) =>
    using((limits) => queue.acquire(limits), work, { statement: LONGEST_MS, idle: LONGEST_MS })
  let copied: number | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let round: Promise<number> | null = null

  async function snapshot(): Promise<SnapshotTaken | null> {
    if ((await hold(logPosition)) === copied) return null
    try {
      const from = performance.now()
      const { position, ...taken } = await takeSnapshot(folder, hold)
      copied = position
      Object.assign(state, { last_snapshot: taken.taken_at, failure: null })
      return { ...taken, took_ms: Math.round(performance.now() - from) }
    } catch (error) {
      state.failure = error instanceof Error ? error.message : String(error)
      log({ event: 'database.snapshot_failed', reason: state.failure })
      throw error
    }
  }

  async function once(): Promise<number> {
    const from = performance.now()
    await tidy(hold)
    await snapshot()
    return performance.now() - from
  }

  function plan(after: number) {
    if (stopped || interval === 0) return
    timer = setTimeout(async () => {
      round = once().catch(() => 0)
      plan(Math.max(interval, REST * (await round)))
    }, after)
    timer.unref()
  }
  plan(interval)

  return {
    state,
    snapshot,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

// PostgreSQL's own rule for when its background processes would tidy a table, one at a time so that requests come between.
const untidy = `
select pg_stat_force_next_flush();
select schemaname, relname from pg_stat_all_tables
where schemaname <> 'pg_toast' and (n_dead_tup > 50 + n_live_tup / 5 or n_mod_since_analyze > 50 + n_live_tup / 10)`

async function tidy(hold: Hold) {
  const found = await hold((lease) => lease.query(untidy))
  for (const { schemaname, relname } of rowsOfLast(found)) {
    const table = `${pg.escapeIdentifier(String(schemaname))}.${pg.escapeIdentifier(String(relname))}`
    await hold((lease) => lease.query(`vacuum (analyze) ${table}`))
  }
}

// For several statements in one text `pg` answers with a list of results.
function rowsOfLast(answer: pg.QueryResult | pg.QueryResult[]): Record<string, unknown>[] {
  return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? []
}
