import type { Dialect } from 'kysely'

/** What a channel's listener is given: the text that `notify` carried. */
export type Listener = (payload: string) => void

/**
 * How a database is. `ok` false: it answers no statements now. `writes` false: it can store nothing. `detail` says what is
 * wrong, in a sentence that everybody may read: it names no address.
 */
export type DatabaseHealth = { ok: boolean; writes: boolean; durability: string; detail?: string }

/**
 * The database underneath the door: a PostgreSQL server that this process runs, or one that runs elsewhere. Nothing outside `platform/db` and
 * `platform/jobs` holds one; rooms go through `asActor`, `asSystem` and `asAuth`.
 */
export type Engine = {
  readonly kind: 'embedded' | 'server'
  /** Every row Kysely sees comes through here, in the text forms of `parsers.ts`. */
  readonly dialect: Dialect
  /** One statement with parameters on a connection of its own, outside any transaction. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Several statements without parameters, in one transaction that is rolled back when one fails. */
  script(text: string): Promise<void>
  /** Calls `listener` for every notice on `channel` until the engine closes; it reconnects by itself. */
  listen(channel: string, listener: Listener): Promise<void>
  /** Called after a lost connection was found again: listeners may have missed notices. */
  onReconnect(callback: () => void): void
  /** What it promises and how it is, for `/readyz`. */
  health(): Promise<DatabaseHealth>
  close(): Promise<void>
}
