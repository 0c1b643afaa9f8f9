import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { NatsConfig } from '../config/nats.ts'
import { retryDelay } from '../db/listener.ts'
import type { Log } from '../process/log.ts'
import type { Broadcast, BroadcastMessage } from './broadcast.ts'
import { countMessages, countMissed, measureConnection } from './broadcast-metrics.ts'
import { goodbyeMessage, heartbeatMessage, packForSubjects, unwrapMessage, wrapContent } from './nats-message.ts'
import { createPeers } from './peers.ts'

const ANSWER_WITHIN_MS = 5_000
const BEAT_EVERY_MS = 3_000
const SILENT_AFTER_MS = 12_000
/** A server may allow more, but a large message delays the others. */
const PAYLOAD_MAX_BYTES = 256_000

type NatsOptions = {
  config: NatsConfig
  /** The subject of this installation; several may use one NATS. */
  installation: string
  /** Sends messages while NATS cannot be reached. It always receives. */
  fallback: Broadcast
  log: Pick<Log, 'warn' | 'info'>
}

/**
 * Sends messages by core NATS, with one subject per studio. Core NATS loses messages while a connection is lost, so every
 * new connection reports them as missed. Messages are numbered, so that a loss between NATS servers is noticed too.
 *
 * The library does not reconnect by itself, because it would then send old messages later. One loop opens each connection,
 * as in `openListener`.
 */
export function createNatsBroadcast({ config, installation, fallback, log }: NatsOptions): Broadcast {
  const subject = `studiohub.${installation}`
  const closing = new AbortController()
  const peers = createPeers()
  let current: NumberedConnection | null = null
  let loop: Promise<void> | null = null
  let receiver: (message: BroadcastMessage) => void = () => {}
  let onMissed = () => {}

  const reportMissed = (reason: Parameters<typeof countMissed>[0]) => {
    countMissed(reason)
    onMissed()
  }
  function handlePayload(payload: string, ownId: string) {
    const message = unwrapMessage(payload)
    if (!message) return reportMissed('gap')
    const { from, number, content } = message
    if (content === 'bye') return peers.forget(from)
    // A heartbeat repeats the number of the last message.
    const added = content === 'beat' ? 0 : 1
    if (from !== ownId && peers.record(from, { number, added, now: performance.now() })) reportMissed('gap')
    if (content !== 'beat') receiver(content)
  }
  async function open(): Promise<NumberedConnection> {
    const connection = await connect({
      ...config,
      name: 'studiohub',
      reconnect: false,
      timeout: ANSWER_WITHIN_MS,
      // Finds a connection that died without an error.
      pingInterval: ANSWER_WITHIN_MS,
      maxPingOut: 2,
    })
    const opened = numberMessages(connection, subject)
    connection.subscribe(`${subject}.>`, { callback: (_error, message) => handlePayload(message.string(), opened.id) })
    try {
      // A server that does not allow our subjects sends an error before it answers the flush. After that answer, no message is
      // missed.
      opened.publish(heartbeatMessage)
      await opened.flush()
    } catch (error) {
      await connection.close()
      throw error
    }
    return opened
  }
  const pause = (failures: number) =>
    wait(retryDelay(failures, Math.random()), undefined, { ref: false, signal: closing.signal }).catch(() => {})
  async function stayConnected() {
    let failures = 0
    while (!closing.signal.aborted) {
      try {
        current = await open()
      } catch (error) {
        if (failures === 0) log.warn({ reason: reasonOf(error) }, 'NATS cannot be reached; NOTIFY is used instead')
        await pause(failures)
        failures += 1
        continue
      }
      // Screens may have been open before this connection, even before the first one.
      reportMissed('connection')
      log.info('connected to NATS')
      failures = 0
      if (closing.signal.aborted) await current.close()
      const reason = await current.closed
      current = null
      peers.forgetAll()
      if (closing.signal.aborted) return
      log.warn({ reason: reasonOf(reason) }, 'the connection to NATS was lost')
      await pause(0)
    }
  }
  const timer = setInterval(() => {
    if (!current) return
    current.publish(heartbeatMessage)
    if (peers.forgetSilent(performance.now() - SILENT_AFTER_MS)) reportMissed('silence')
  }, BEAT_EVERY_MS).unref()
  measureConnection(() => current !== null)
  return {
    kind: 'nats',
    async receive(newReceiver, newOnMissed) {
      receiver = newReceiver
      onMissed = newOnMissed
      await fallback.receive(newReceiver, newOnMissed)
      loop = stayConnected()
    },
    async send(message) {
      const connection = current
      if (connection && (await connection.send(message).catch(() => false))) return
      await fallback.send(message)
    },
    health: () => (current ? { ok: true } : { ok: false, detail: 'NATS does not answer; NOTIFY is used instead.' }),
    async stop() {
      clearInterval(timer)
      closing.abort()
      await current?.close()
      await loop
      await fallback.stop()
    },
  }
}

type NumberedConnection = ReturnType<typeof numberMessages>

/** Wraps a connection, so that its messages have numbers. */
function numberMessages(connection: NatsConnection, subject: string) {
  const id = randomUUID()
  let number = 0
  const limit = Math.min(connection.info?.max_payload ?? PAYLOAD_MAX_BYTES, PAYLOAD_MAX_BYTES)
  function publish(message: { subject: string; content: string }) {
    if (message !== heartbeatMessage) number += 1
    connection.publish(`${subject}.${message.subject}`, wrapContent({ from: id, number }, message.content))
  }
  let problem: unknown
  // The library reports subjects that the server does not allow only in this stream.
  const watching = (async () => {
    for await (const status of connection.status()) {
      if (status.type !== 'error') continue
      problem ??= status.error
      await connection.close()
    }
  })()
  async function flush() {
    const timeout = new AbortController()
    const answer = connection.flush()
    const late = wait(ANSWER_WITHIN_MS, 'late', { ref: false, signal: timeout.signal }).catch(() => 'stopped')
    try {
      if ((await Promise.race([answer, late])) === 'late') throw new Error('NATS does not answer')
    } finally {
      timeout.abort()
    }
  }
  return {
    id,
    publish,
    flush,
    closed: connection.closed().then(async (error) => {
      await watching
      return error ?? problem
    }),
    /** @returns true after the server has received the message @throws if it may not have received it */
    async send(message: BroadcastMessage): Promise<true> {
      try {
        for (const part of packForSubjects(message, limit)) {
          publish(part)
          countMessages('nats')
        }
        await flush()
        return true
      } catch (error) {
        // Otherwise the gap in the numbers would make the screens of every other process load again and again.
        await connection.close()
        throw error
      }
    },
    async close() {
      if (connection.isClosed()) return
      publish(goodbyeMessage)
      await flush().catch(() => {})
      await connection.close()
    },
  }
}

// The library's messages contain the address of a server, but never a password.
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'closed')
