import { setTimeout as wait } from 'node:timers/promises'

const STEP_MS = 200

/**
 * Runs `work` and rounds its duration up to a multiple of 200 ms, so that the response time does not reveal the result, for
 * example whether an account exists.
 */
export async function padDuration<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const elapsed = performance.now() - startedAt
    await wait(Math.ceil(elapsed / STEP_MS) * STEP_MS - elapsed)
  }
}
