import type { Connection } from './connection.ts'
import { Lease, type Limits } from './lease.ts'
import { busy, closing } from './refusals.ts'

type Waiter = { limits: Limits; take: (lease: Lease) => void; refuse: (error: Error) => void; timer: NodeJS.Timeout }

// Whatever the last holder left behind: an open transaction, a role, settings. Outside a transaction the rollback is a warning.
const CLEAN = 'rollback; reset session authorization; reset role; reset all'

/** The askers before the one connection: first come, first served. It outlives the connections it hands out. */
export class Queue {
  readonly #defaults: Limits
  readonly #waitLimit: number
  readonly #waiting: Waiter[] = []
  #connection: Connection | null = null
  #lease: Lease | null = null
  #drained: (() => void) | null = null

  /** @param waitLimit how long an asker waits for its turn, in milliseconds */
  constructor(defaults: Limits, waitLimit: number) {
    this.#defaults = defaults
    this.#waitLimit = waitLimit
  }

  /** Nobody holds the connection or waits for it. */
  get idle(): boolean {
    return this.#lease === null && this.#waiting.length === 0
  }

  /** From here on `connection` is handed out. */
  attach(connection: Connection) {
    this.#connection = connection
    this.#next()
  }

  /** The connection is gone: its holder is told, those who wait go on waiting for the next one. */
  detach() {
    this.#connection = null
    this.#lease?.lost()
    this.#lease = null
  }

  /** Waits for the connection. @throws DATABASE_BUSY where it does not come in time */
  acquire(limits: Partial<Limits> = {}): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        limits: { ...this.#defaults, ...limits },
        take: resolve,
        refuse: reject,
        timer: setTimeout(() => this.#giveUp(waiter, busy(this.#waitLimit)), this.#waitLimit),
      }
      this.#waiting.push(waiter)
      this.#next()
    })
  }

  /** Waits until nobody holds the connection or waits for it, `within` milliseconds at most; who still waits is refused. */
  async drain(within: number): Promise<boolean> {
    if (!this.idle) {
      const timer = setTimeout(() => this.#drained?.(), within)
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
      clearTimeout(timer)
    }
    for (const waiter of [...this.#waiting]) this.#giveUp(waiter, closing())
    return this.idle
  }

  #next() {
    if (this.#lease || !this.#connection) return
    const waiter = this.#waiting.shift()
    if (!waiter) {
      this.#drained?.()
      return
    }
    clearTimeout(waiter.timer)
    const lease = new Lease(this.#connection, waiter.limits, () => this.#takenBack(lease))
    this.#lease = lease
    waiter.take(lease)
  }

  #takenBack(lease: Lease) {
    if (this.#lease !== lease) return
    // Not awaited: the wire keeps the order, so this runs before the first statement of the next one.
    this.#connection?.client.query(CLEAN).catch(() => {})
    this.#lease = null
    this.#next()
  }

  #giveUp(waiter: Waiter, reason: Error) {
    const place = this.#waiting.indexOf(waiter)
    if (place < 0) return
    clearTimeout(waiter.timer)
    this.#waiting.splice(place, 1)
    waiter.refuse(reason)
  }
}
