/** Counts the messages of other processes that this process received, to notice missing ones. */
export function createPeers() {
  const peers = new Map<string, { number: number; at: number }>()
  return {
    /**
     * Records that a process has sent `number` messages.
     * @param added 1 if this message counts as one of them, 0 for a beat
     * @returns whether earlier messages are missing
     */
    record(from: string, { number, added, now }: { number: number; added: 0 | 1; now: number }): boolean {
      const peer = peers.get(from)
      peers.set(from, { number: Math.max(number, peer?.number ?? 0), at: now })
      return peer !== undefined && number > peer.number + added
    },
    /** Forgets a process that has announced its end. */
    forget(from: string) {
      peers.delete(from)
    },
    forgetAll() {
      peers.clear()
    },
    /**
     * Forgets processes that have sent nothing since `since`, and did not announce their end. They may have died between
     * a commit and its message.
     * @returns whether there were any
     */
    forgetSilent(since: number): boolean {
      const silent = [...peers].filter(([, { at }]) => at < since)
      for (const [from] of silent) peers.delete(from)
      return silent.length > 0
    },
  }
}
