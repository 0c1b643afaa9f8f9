import type { Broadcast } from '../broadcast/broadcast.ts'
import type { Engine } from '../db/engine.ts'
import type { Log } from '../process/log.ts'
import { onPublished } from './realtime.ts'
import { openSender } from './sender.ts'
import {
  deliverChanges,
  endAllStreams,
  endStream,
  getOpenStreams,
  restartRecentChanges,
  resyncAll,
  sendHeartbeat,
} from './streams.ts'

const HEARTBEAT_MS = 15_000
const CHECK_RIGHTS_EVERY_MS = 1_000

export type Realtime = {
  /** Ends every stream and tells its browser when to reconnect. */
  closeStreams(): void
  /** Sends the pending changes and stops listening. */
  stop(): Promise<void>
}

type Options = { log: Pick<Log, 'warn'> }

/** Sends committed changes to all processes. Each process sends them to its open streams. */
export async function startRealtime(engine: Engine, broadcast: Broadcast, { log }: Options): Promise<Realtime> {
  const rights = watchRights(engine, log)
  const sender = openSender(broadcast, log)
  const stopListening = onPublished(sender.add)
  let stopped = false
  // Messages are handled one after another, so that the changes of a row arrive in order.
  let lastDelivery = Promise.resolve()
  await broadcast.receive(
    (message) => {
      if (stopped) return
      lastDelivery = lastDelivery.then(async () => {
        if (!(await rights.areFresh())) return
        if (message === 'resync') resyncAll()
        else deliverChanges(message)
      })
    },
    () => {
      if (!stopped) resyncAll()
    },
  )
  restartRecentChanges()
  const heartbeat = setInterval(sendHeartbeat, HEARTBEAT_MS).unref()
  return {
    closeStreams: endAllStreams,
    async stop() {
      endAllStreams()
      stopListening()
      await sender.stop()
      stopped = true
      await broadcast.stop()
      clearInterval(heartbeat)
      await rights.stop()
    },
  }
}

const RIGHTS = `
select s.id as session_id, a.user_id, a.role, a.studio_id, a.awaits_factor
from unnest(string_to_array($1, ',')::uuid[]) as s (id) left join lateral door.actor(s.id) a on true`

/**
 * Checks the session, role and studio of each actor every second, for all streams in one statement. If an actor's rights
 * have changed, the stream is ended, and its browser reconnects with the new rights.
 */
function watchRights(engine: Engine, log: Pick<Log, 'warn'>) {
  let checkedAt = 0
  let checking: Promise<boolean> | null = null
  let needsResync = false
  async function check(): Promise<boolean> {
    const startedAt = performance.now()
    const streams = [...getOpenStreams()]
    const sessions = [...new Set(streams.map(({ actor }) => actor.session_id))]
    try {
      const { rows } = await engine.execute(RIGHTS, [sessions.join()])
      const admitted = rows.filter((row) => row.awaits_factor !== true)
      const rightsBySession = new Map(
        admitted.map((row) => [row.session_id, `${row.user_id} ${row.role} ${row.studio_id}`]),
      )
      for (const stream of streams) {
        const { session_id, user_id, role, studio_id } = stream.actor
        if (rightsBySession.get(session_id) !== `${user_id} ${role} ${studio_id}`) endStream(stream)
      }
    } catch (error) {
      log.warn({ err: error }, 'the rights of open streams could not be checked')
      needsResync = true
      return false
    }
    checkedAt = startedAt
    if (needsResync) resyncAll()
    needsResync = false
    return true
  }
  const checkOnce = () => {
    checking ??= check().finally(() => {
      checking = null
    })
    return checking
  }
  const timer = setInterval(() => {
    if (getOpenStreams().size > 0) void checkOnce()
  }, CHECK_RIGHTS_EVERY_MS).unref()
  return {
    /**
     * Whether the rights of all open streams were checked within the last second; checks them if not. If that fails, no
     * change may be sent.
     */
    async areFresh(): Promise<boolean> {
      if (getOpenStreams().size === 0 || performance.now() - checkedAt <= CHECK_RIGHTS_EVERY_MS) return true
      return checkOnce()
    },
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
