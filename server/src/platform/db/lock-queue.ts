import { Refusal } from '@studiohub/contract/errors.ts'

/** One has the lock, and one stands ready beside it; all others wait outside, without a connection. */
const AT_ONCE = 2
const WAIT_MS = 5_000

/** What somebody wants behind a lock, whether it is there only once, and the error by which they learn that it is gone. */
export type Wish = { what: string; once: boolean; gone: Error }

type Waiting = { wish: Wish | undefined; come: () => void; lose: (gone: Error) => void }
type Queue = { taken: number; waiting: Waiting[] }
const queues = new Map<string, Queue>()

/** Thrown where a lock is asked for out of turn: the transaction ends, and begins anew when its turn has come. */
export class OutOfTurn extends Error {
  readonly key: string
  readonly wish: Wish | undefined

  constructor(key: string, wish?: Wish) {
    super(`not yet the turn for ${key}`)
    this.key = key
    this.wish = wish
  }
}

/** Takes a turn at a key where one is free. @returns whether it did */
export function takeTurn(key: string): boolean {
  const queue = queues.get(key) ?? { taken: 0, waiting: [] }
  if (queue.taken >= AT_ONCE) return false
  queue.taken += 1
  queues.set(key, queue)
  return true
}

/** Hands a turn on to whoever waits longest. */
export function giveTurn(key: string) {
  const queue = queues.get(key)
  if (!queue) return
  const next = queue.waiting.shift()
  if (next) return next.come()
  queue.taken -= 1
  if (queue.taken === 0) queues.delete(key)
}

/** What was wished for is gone: whoever waits for the same learns it now, and need not have a turn to find out. */
export function loseTogether(key: string, { what }: Wish) {
  for (const { wish, lose } of [...(queues.get(key)?.waiting ?? [])]) if (wish?.what === what) lose(wish.gone)
}

/**
 * Waits until the turn at a key is one's own.
 * @throws the wish's own error where that is gone meanwhile; Refusal UNAVAILABLE where it takes too long
 */
export async function awaitTurn(key: string, wish?: Wish): Promise<void> {
  if (takeTurn(key)) return
  const waiting = queues.get(key)?.waiting ?? []
  const { promise, resolve: come, reject } = Promise.withResolvers<void>()
  const lose = (why: Error) => {
    waiting.splice(waiting.indexOf(mine), 1)
    reject(why)
  }
  const mine: Waiting = { wish, come, lose }
  waiting.push(mine)
  const patience = setTimeout(() => lose(new Refusal('UNAVAILABLE')), WAIT_MS)
  await promise.finally(() => clearTimeout(patience))
}
