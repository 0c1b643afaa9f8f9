import type { Dialect } from 'kysely'

/** Receives the text that `notify` carried. */
export type Listener = (payload: string) => void

/**
 * The state of a database. `ok` false: it answers no statements now. `writes` false: it can store nothing. `detail` says
 * what is wrong, in a sentence that is safe to show to everyone: it names no address.
 */
export type DatabaseHealth = { ok: boolean; writes: boolean; durability: string; detail?: string }

/**
 * The database: a PostgreSQL server that this process runs, or one that runs elsewhere. Only `platform/db` and
 * `platform/jobs` use it directly; features use `asActor`, `asSystem` and `asAuth`.
 */
export type Engine = {
  readonly kind: 'embedded' | 'server'
  /** Kysely's dialect. Values have the text forms of `parsers.ts`. */
  readonly dialect: Dialect
  /** Runs one statement with parameters on a connection of its own, outside any transaction. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Runs several statements without parameters in one transaction, which is rolled back when one fails. */
  script(text: string): Promise<void>
  /** Calls `listener` for every notification on `channel` until the engine closes. Reconnects by itself. */
  listen(channel: string, listener: Listener): Promise<void>
  /** Calls `callback` after a lost connection was replaced: listeners may have missed notifications. */
  onReconnect(callback: () => void): void
  /** Durability and current state, for `/readyz`. */
  /** Connections of the pool: all, those without work, and how many callers wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  health(): Promise<DatabaseHealth>
  close(): Promise<void>
}
