import type { Dialect } from 'kysely'

/** Receives the text that was sent with `notify`. */
export type Listener = (payload: string) => void

/**
 * The state of a database. `ok` is false if it answers no statements. `writes` is false if it cannot store anything.
 * `detail` says what is wrong, in a sentence without addresses that everyone may see.
 */
export type DatabaseHealth = { ok: boolean; writes: boolean; durability: string; detail?: string }

/**
 * The database: a PostgreSQL server that this process runs, or one elsewhere. Only `platform/db` and `platform/jobs` use it
 * directly; features use `asActor`, `asSystem` and `asAuth`.
 */
export type Engine = {
  readonly kind: 'embedded' | 'server'
  /** Kysely's dialect. Values have the formats of `parsers.ts`. */
  readonly dialect: Dialect
  /** Runs one statement with parameters on a connection of its own, outside any transaction. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Runs several statements without parameters in one transaction, which is rolled back if one fails. */
  script(text: string): Promise<void>
  /** Calls `listener` for every notification on `channel` until the engine closes. Reconnects by itself. */
  listen(channel: string, listener: Listener): Promise<void>
  /** Calls `callback` after a lost connection was replaced, because listeners may have missed notifications. */
  onReconnect(callback: () => void): void
  /** The pool: its open and idle connections, and the number of callers that wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** The durability and the current state, for `/readyz`. */
  health(): Promise<DatabaseHealth>
  close(): Promise<void>
}
