import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Engine, Listener } from './engine.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000
const ANSWER_WITHIN_MS = 5_000
const KEEP_ALIVE_MS = 10_000

/**
 * The delay before the next attempt to connect, in milliseconds. It doubles with each failure, and half of it is random, so
 * that processes that lost their server together do not reconnect at the same time.
 * @param failures attempts that failed in a row
 * @param random from 0 to 1
 */
export function retryDelay(failures: number, random: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return Math.round((longest / 2) * (1 + random))
}

/**
 * Opens one connection for notifications, apart from the pool. A single loop opens it, waits until it ends and opens the
 * next one. Events of the connection never start an attempt: a failed attempt reports itself twice, as an `end` event and as
 * a rejection. Reconnecting for each would double the number of connections with every attempt.
 */
export function openListener(settings: pg.ClientConfig): Pick<Engine, 'listen' | 'onReconnect' | 'close'> {
  const listeners = new Map<string, Listener[]>()
  const callbacks: (() => void)[] = []
  const closing = new AbortController()
  let client: pg.Client | null = null
  let first: ReturnType<typeof connect> | null = null
  let loop: Promise<void> | null = null

  function callListeners(channel: string, payload = '') {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  async function connect() {
    const opened = await openClient(settings, [...listeners.keys()], callListeners)
    client = opened.client
    const ended = opened.ended.then(() => {
      client = null
    })
    if (closing.signal.aborted) await opened.client.end()
    return { ended }
  }
  async function stayConnected(first: { ended: Promise<void> }) {
    await first.ended
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const delay = retryDelay(failures, Math.random())
      const next = await wait(delay, undefined, { ref: false, signal: closing.signal })
        .then(connect)
        .catch(() => null)
      if (!next) continue
      for (const callback of callbacks) callback()
      await next.ended
      failures = -1
    }
  }
  return {
    async listen(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      first ??= connect()
      loop ??= first.then(stayConnected, () => {})
      await first
      // Without a connection nothing is needed: the loop listens to every channel after it has connected.
      await client?.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    onReconnect(callback) {
      callbacks.push(callback)
    },
    async close() {
      closing.abort()
      await client?.end()
      await loop
    },
  }
}

/** Opens a connection that listens to all of `channels`. `ended` resolves when it is lost. Closes it on an error. */
async function openClient(
  settings: pg.ClientConfig,
  channels: string[],
  callListeners: (channel: string, payload?: string) => void,
) {
  const client = new pg.Client({
    ...settings,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  client.on('notification', ({ channel, payload }) => callListeners(channel, payload))
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
  })
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return { client, ended }
  } catch (error) {
    void client.end()
    throw error
  }
}
