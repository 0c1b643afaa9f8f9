const sleepers = new Map<string, Set<() => void>>()

/** Calls `wakeUp` whenever a job of this name has been committed in this process; the answer ends it. */
export function onWake(name: string, wakeUp: () => void): () => void {
  const listening = sleepers.get(name) ?? new Set()
  sleepers.set(name, listening.add(wakeUp))
  return () => listening.delete(wakeUp)
}

/** Tells this process's worker not to wait for its next look into the queue. */
export function wake(name: string) {
  for (const wakeUp of sleepers.get(name) ?? []) wakeUp()
}
