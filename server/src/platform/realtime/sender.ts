import { setTimeout as wait } from 'node:timers/promises'
import type { Broadcast } from '../broadcast/broadcast.ts'
import type { Log } from '../process/log.ts'
import type { Change } from './realtime.ts'

const BATCH_MS = 5
const RETRY_MS = 1_000

/**
 * Collects committed changes for a few milliseconds and sends them together. If that fails, it sends `resync` as soon as
 * possible, so that all screens load again. A notify within the change's own transaction would make all commits wait for
 * one lock of the whole database.
 */
export function openSender(broadcast: Pick<Broadcast, 'send'>, log: Pick<Log, 'warn'>) {
  let pending: Change[] = []
  let hasLostChanges = false
  let sending: Promise<void> | null = null
  let stopping = false
  async function send() {
    await wait(BATCH_MS)
    while (pending.length > 0 || hasLostChanges) {
      const message = hasLostChanges ? 'resync' : pending
      pending = []
      hasLostChanges = false
      try {
        await broadcast.send(message)
      } catch (error) {
        log.warn({ err: error }, 'changes could not be announced')
        hasLostChanges = true
        if (stopping) return
        await wait(RETRY_MS)
      }
    }
  }
  return {
    add(change: Change) {
      pending.push(change)
      sending ??= send().finally(() => {
        sending = null
      })
    },
    /** Sends pending changes. No change may be added after this call. */
    async stop() {
      stopping = true
      await sending
    },
  }
}
