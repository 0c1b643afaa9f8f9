import type { QueryResult } from 'pg'
import { toQuery } from '../exchange.ts'
import type { Connection } from './connection.ts'
import { canceled, idleTooLong, restarted } from './refusals.ts'

/** In milliseconds: how long one statement may run, and how long the holder may do nothing between two of them. */
export type Limits = { statement: number; idle: number }

// A main thread that was itself busy finds its timers due before it reads the answers that have long arrived.
const SECOND_LOOK_MS = 100

/** The one connection, held by one asker until it is given back. */
export class Lease {
  readonly #connection: Connection
  readonly #limits: Limits
  readonly #givenBack: () => void
  #pending = 0
  #timer: NodeJS.Timeout | undefined
  #over: Error | null = null
  #pendingFail: Error | null = null
  #returned = false

  constructor(connection: Connection, limits: Limits, givenBack: () => void) {
    this.#connection = connection
    this.#limits = limits
    this.#givenBack = givenBack
    this.#watch()
  }

  /** It answers no more: given back, taken back, or its thread has ended. */
  get over(): boolean {
    return this.#over !== null
  }

  /**
   * One statement with parameters, or several without. @param name under which its plan is kept
   * @throws as `pg` does, or as `refusals.ts` says
   */
  query(text: string, values?: readonly unknown[], name?: string): Promise<QueryResult> {
    return this.#run(({ client }) => client.query(toQuery(text, values, name)))
  }

  /** Writes the database's files into one archive. */
  pack(file: string): Promise<void> {
    return this.#run((connection) => connection.pack(file))
  }

  /** Gives the connection back; statements under way are waited for. A second call does nothing. */
  release() {
    if (this.#returned) return
    this.#returned = true
    this.#over ??= new Error('this database connection was already given back')
    this.#watch()
  }

  /** The thread has ended: what is under way fails, and so does all that follows on this lease. */
  lost() {
    this.#pendingFail ??= restarted()
    this.#over = restarted()
    clearTimeout(this.#timer)
  }

  async #run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#over) throw this.#over
    this.#pending += 1
    if (this.#pending === 1) this.#watch()
    try {
      return await work(this.#connection)
    } catch (error) {
      throw this.#pendingFail ?? error
    } finally {
      this.#pending -= 1
      this.#watch()
    }
  }

  #watch() {
    clearTimeout(this.#timer)
    if (this.#pendingFail) return
    if (this.#pending > 0) this.#timer = setTimeout(() => this.#overdue(), this.#limits.statement)
    else if (this.#returned) this.#givenBack()
    else this.#timer = setTimeout(() => this.#takeBack(), this.#limits.idle)
  }

  #overdue() {
    this.#timer = setTimeout(() => {
      this.#pendingFail = canceled(this.#limits.statement)
      this.#over = restarted()
      void this.#connection.terminate()
    }, SECOND_LOOK_MS)
  }

  // PostgreSQL ends such a session; here giving the connection to the next one, after a rollback, comes to the same.
  #takeBack() {
    this.#timer = setTimeout(() => {
      this.#over = idleTooLong(this.#limits.idle)
      this.release()
    }, SECOND_LOOK_MS)
  }
}

export type Acquire = (limits?: Partial<Limits>) => Promise<Lease>

/** Holds the connection for as long as `work` takes. */
export async function using<T>(
  acquire: Acquire,
  work: (lease: Lease) => Promise<T>,
  limits?: Partial<Limits>,
): Promise<T> {
  const lease = await acquire(limits)
  try {
    return await work(lease)
  } finally {
    lease.release()
  }
}
