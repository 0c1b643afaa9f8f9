import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs an expensive lookup once for all callers that need the same result at the same time. A later caller starts a new lookup.
 * @param collect_ms how long the lookup waits for more callers
 * @returns a function that runs `find` under a key. The key must contain everything that the result depends on, including
 * the caller's rights
 */
export function shareConcurrentCalls<Result>(collect_ms = 0) {
  const runningLookups = new Map<string, Promise<Result>>()
  return (key: string, find: () => Promise<Result>): Promise<Result> => {
    const result = runningLookups.get(key) ?? findAfterDelay(find).finally(() => runningLookups.delete(key))
    runningLookups.set(key, result)
    return result
  }
  async function findAfterDelay(find: () => Promise<Result>) {
    if (collect_ms > 0) await wait(collect_ms)
    return find()
  }
}
