import { AppError } from '@studiohub/contract/errors.ts'

/** One call has the lock and one waits for it in the database. All others wait here, without a connection. */
const RUNNING_MAX = 2
const WAIT_MS = 5_000

type Queue = { running: number; waiting: (() => void)[] }
const queues = new Map<string, Queue>()

/**
 * Runs `work` as soon as fewer than two calls with this key are running, in the order of the calls. A waiting call uses no
 * connection.
 * @throws AppError UNAVAILABLE after five seconds of waiting
 */
export async function runInTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  await startTurn(key)
  try {
    return await work()
  } finally {
    endTurn(key)
  }
}

async function startTurn(key: string) {
  const queue = queues.get(key) ?? { running: 0, waiting: [] }
  queues.set(key, queue)
  if (queue.running < RUNNING_MAX) {
    queue.running += 1
    return
  }
  const { promise, resolve: start, reject } = Promise.withResolvers<void>()
  queue.waiting.push(start)
  const timer = setTimeout(() => {
    queue.waiting.splice(queue.waiting.indexOf(start), 1)
    reject(new AppError('UNAVAILABLE'))
  }, WAIT_MS)
  await promise.finally(() => clearTimeout(timer))
}

// The call that has waited longest is next.
function endTurn(key: string) {
  const queue = queues.get(key)
  if (!queue) return
  const next = queue.waiting.shift()
  if (next) return next()
  queue.running -= 1
  if (queue.running === 0) queues.delete(key)
}
