import type { Engine } from '../db/engine.ts'
import type { Broadcast } from './broadcast.ts'
import { countMessages } from './broadcast-metrics.ts'
import { packMessage, unpackMessage } from './change-messages.ts'

const CHANNEL = 'studiohub_events'

/** PostgreSQL limits payloads to fewer than 8000 bytes (NOTIFY). */
export const NOTIFY_MAX_BYTES = 7_900

/** Sends messages by `NOTIFY`. It needs only the database. */
export function createDatabaseBroadcast(engine: Engine): Broadcast {
  return {
    kind: 'postgresql',
    async receive(receiver, onMissed) {
      await engine.listen(CHANNEL, (payload) => receiver(unpackMessage(payload)))
      engine.onReconnect(onMissed)
    },
    async send(message) {
      for (const payload of packMessage(message, NOTIFY_MAX_BYTES)) {
        await engine.execute('select pg_notify($1, $2)', [CHANNEL, payload])
        countMessages('postgresql')
      }
    },
    // If the listening connection is lost, the database does not answer either, and its own health reports that.
    health: () => ({ ok: true }),
    async stop() {},
  }
}
