import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import type { Queue } from './queue.ts'
import type { Log } from './recovery.ts'

const SOON_MS = 200
const LATER_MS = 5_000

/** Keeps a live connection behind the queue: when its thread ends, however it ends, the database is opened again. */
export class Guard {
  readonly #queue: Queue
  readonly #open: () => Promise<Connection>
  readonly #log: Log
  readonly #returned: (() => void)[] = []
  #connection: Connection | null = null
  #closing = false
  #reopening: Promise<void> = Promise.resolve()

  /** @param open opens the same database once more, ready to be used */
  constructor(queue: Queue, open: () => Promise<Connection>, log: Log) {
    this.#queue = queue
    this.#open = open
    this.#log = log
  }

  adopt(connection: Connection) {
    this.#connection = connection
    void connection.ended.then(() => this.#lost())
    this.#queue.attach(connection)
  }

  onReturn(callback: () => void) {
    this.#returned.push(callback)
  }

  /** Closes the database for good. @param gently false: ends it at once, as the queue could not be emptied */
  async close(gently: boolean) {
    this.#closing = true
    await this.#reopening
    if (gently) await this.#connection?.close()
    else await this.#connection?.terminate()
  }

  #lost() {
    this.#connection = null
    this.#queue.detach()
    if (!this.#closing) this.#reopening = this.#reopen()
  }

  async #reopen() {
    const from = performance.now()
    this.#log({ event: 'database.lost' })
    for (let pause = SOON_MS; !this.#closing; pause = Math.min(2 * pause, LATER_MS)) {
      try {
        const connection = await this.#open()
        this.adopt(connection)
        this.#log({ event: 'database.reopened', outage_ms: Math.round(performance.now() - from) })
        for (const callback of this.#returned) callback()
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        this.#log({ event: 'database.reopen_failed', reason })
        await wait(pause)
      }
    }
  }
}
