import { setTimeout as wait } from 'node:timers/promises'

const BEAT_MS = 200

/** Runs `work` and answers at the next beat after it, so that how long it took says nothing about what it found. */
export async function onTheBeat<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - begun
    await wait(Math.ceil(taken / BEAT_MS) * BEAT_MS - taken)
  }
}
