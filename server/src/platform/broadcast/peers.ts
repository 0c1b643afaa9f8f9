/** The messages of other processes that this one received, to notice that one is missing. */
export function createPeers() {
  const peers = new Map<string, { number: number; at: number }>()
  return {
    /**
     * Notes that a process has sent `number` messages. @param added how many of them this one is: 1, or 0 for a beat
     * @returns whether messages before it are missing
     */
    note(from: string, { number, added, now }: { number: number; added: 0 | 1; now: number }): boolean {
      const known = peers.get(from)
      peers.set(from, { number: Math.max(number, known?.number ?? 0), at: now })
      return known !== undefined && number > known.number + added
    },
    /** The process said that it stops. */
    forget(from: string) {
      peers.delete(from)
    },
    forgetAll() {
      peers.clear()
    },
    /**
     * Forgets processes that sent nothing since `since` without saying that they stop. They may have died between a
     * commit and its message. @returns whether there were any
     */
    forgetSilent(since: number): boolean {
      const silent = [...peers].filter(([, { at }]) => at < since)
      for (const [from] of silent) peers.delete(from)
      return silent.length > 0
    },
  }
}
