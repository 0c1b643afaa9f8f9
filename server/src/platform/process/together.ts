import { setTimeout as wait } from 'node:timers/promises'

/**
 * Finds something once for all who ask for the same at one moment. Who asks after it was found gets a new answer.
 * @param collect_ms how long more may join before it is looked for
 * @returns how to ask: under a key that names everything on which the answer depends, the caller's rights among it
 */
export function together<Found>(collect_ms = 0) {
  const underWay = new Map<string, Promise<Found>>()
  return (key: string, find: () => Promise<Found>): Promise<Found> => {
    const found = underWay.get(key) ?? collect(find).finally(() => underWay.delete(key))
    underWay.set(key, found)
    return found
  }
  async function collect(find: () => Promise<Found>) {
    if (collect_ms > 0) await wait(collect_ms)
    return find()
  }
}
