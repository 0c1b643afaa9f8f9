import { Counter, Gauge } from 'prom-client'
import { registry } from '../process/measures.ts'
import type { Broadcast } from './broadcast.ts'

const messages = new Counter({
  name: 'studiohub_broadcast_messages_total',
  help: 'Messages about changes that this process sent to all processes, by the way they took.',
  labelNames: ['by'],
  registers: [registry],
})
const missed = new Counter({
  name: 'studiohub_broadcast_missed_total',
  help: 'How often this process may have missed messages, by reason. Open screens then load everything again.',
  labelNames: ['reason'],
  registers: [registry],
})
let isConnected = () => false
new Gauge({
  name: 'studiohub_broadcast_connected',
  help: 'With NATS_URL: 1 if this process is connected to NATS, otherwise 0.',
  registers: [registry],
  collect() {
    this.set(isConnected() ? 1 : 0)
  },
})

/** Counts a sent message by the way it took. */
export const countMessages = (by: Broadcast['kind']) => messages.inc({ by })
/** Counts that messages may be missing, so that pages read again. */
export const countMissed = (reason: 'connection' | 'gap' | 'silence') => missed.inc({ reason })

/** Shows in `/metrics` whether the process is connected. */
export function measureConnection(read: () => boolean) {
  isConnected = read
}
