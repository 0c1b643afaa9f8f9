import type { Change } from './realtime.ts'

const KEEP_MS = 60_000
const KEEP_MAX = 10_000
/** The clocks of several processes may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000

/**
 * Keeps the changes of the last minute. A page that has just loaded its data gets those that it may have missed, instead of
 * loading everything a second time.
 * @param now the current time in milliseconds
 */
export function createRecentChanges(now: () => number = Date.now) {
  let kept: { at: number; change: Change }[] = []
  let completeSince = Number.POSITIVE_INFINITY
  return {
    /** Starts over, because changes before now may be missing. */
    restart() {
      kept = []
      completeSince = now()
    },
    add(changes: readonly Change[]) {
      const at = now()
      for (const change of changes) kept.push({ at, change })
      const tooMany = kept.length - KEEP_MAX
      if (tooMany > 0) completeSince = kept[tooMany - 1]?.at ?? at
      // The entries are in the order of time. Only those to drop are read, because this runs for every change of the platform.
      const firstRecent = kept.findIndex((entry) => entry.at >= at - KEEP_MS)
      kept.splice(0, Math.max(firstRecent, tooMany))
    },
    /**
     * @param since milliseconds, by the clock of any process
     * @returns the changes since then and some earlier ones, or null if some may be missing
     */
    listSince(since: number): Change[] | null {
      const from = since - CLOCK_TOLERANCE_MS
      if (from <= Math.max(completeSince, now() - KEEP_MS)) return null
      return kept.filter(({ at }) => at >= from).map(({ change }) => change)
    },
  }
}
