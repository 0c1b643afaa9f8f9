import { fail } from '@studiohub/contract/errors.ts'

/** One has the lock, and one stands ready beside it; all others wait outside, without a connection. */
const AT_ONCE = 2
const WAIT_MS = 5_000

type Queue = { taken: number; waiting: (() => void)[] }
const queues = new Map<string, Queue>()

/** Thrown where a lock is asked for out of turn: the transaction ends, and begins anew when its turn has come. */
export class OutOfTurn extends Error {
  readonly key: string

  constructor(key: string) {
    super(`not yet the turn for ${key}`)
    this.key = key
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
  if (next) return next()
  queue.taken -= 1
  if (queue.taken === 0) queues.delete(key)
}

/** Waits until the turn at a key is one's own. @throws Refusal UNAVAILABLE where that takes too long */
export async function awaitTurn(key: string): Promise<void> {
  if (takeTurn(key)) return
  const waiting = queues.get(key)?.waiting ?? []
  const came = await new Promise<boolean>((done) => {
    const turn = () => {
      clearTimeout(patience)
      done(true)
    }
    const patience = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1)
      done(false)
    }, WAIT_MS)
    waiting.push(turn)
  })
  if (!came) fail('UNAVAILABLE')
}
