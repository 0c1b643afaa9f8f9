import type { ServerResponse } from 'node:http'
import type { Actor } from '@studiohub/contract/actor.ts'
import { type Changed, topicsForClients } from '@studiohub/contract/shared/live.ts'
import type { Change } from './realtime.ts'

/** One browser that listens, and in whose rights. */
export type Stream = {
  readonly actor: Actor
  /** The one studio that an operator wants to hear of; null for all that the actor may know. */
  readonly studio_id: string | null
  readonly response: ServerResponse
}

const STREAMS_PER_USER = 20
// A reader who does not read is cut off rather than remembered (safety G20).
const BUFFER_MAX_BYTES = 1_000_000
const LAST_WORD_MS = 1_000
const RECONNECT_MS = 1_000
const RECONNECT_SPREAD_MS = 4_000

const streams = new Set<Stream>()

export const openStreams = (): ReadonlySet<Stream> => streams

/** Whether the person has as many streams open as anybody may. */
export function hasTooMany(user_id: string): boolean {
  let count = 0
  for (const { actor } of streams) if (actor.user_id === user_id) count += 1
  return count >= STREAMS_PER_USER
}

/** Begins a stream: its reader is told to read everything once, since nothing is replayed. */
export function addStream(stream: Stream) {
  streams.add(stream)
  stream.response.once('close', () => streams.delete(stream))
  // A reader who went away in the middle of a write; 'close' follows.
  stream.response.on('error', () => {})
  say(stream, `retry: ${RECONNECT_MS}\n${event('resync', {})}`)
}

/** Ends a stream; where all end at once their readers come back spread over some seconds. */
export function endStream(stream: Stream, reconnectAfterMs = RECONNECT_MS) {
  if (!streams.delete(stream)) return
  const { response } = stream
  response.end(`retry: ${reconnectAfterMs}\n\n`)
  const cut = setTimeout(() => response.destroy(), LAST_WORD_MS).unref()
  response.once('close', () => clearTimeout(cut))
}

export function endAllStreams() {
  for (const stream of streams) endStream(stream, RECONNECT_MS + Math.round(Math.random() * RECONNECT_SPREAD_MS))
}

/** Keeps proxies from taking silence for death. */
export function heartbeat() {
  for (const stream of streams) say(stream, ': \n\n')
}

export function resyncAll() {
  for (const stream of streams) say(stream, event('resync', {}))
}

/** Tells each reader of those changes that they may know, each once. */
export function deliver(changes: readonly Change[]) {
  for (const stream of streams) {
    const told = new Set<string>()
    for (const change of changes) {
      const changed = seenBy(stream, change)
      if (changed) told.add(event('changed', changed))
    }
    if (told.size > 0) say(stream, [...told].join(''))
  }
}

function seenBy({ actor, studio_id: wanted }: Stream, change: Change): Changed | null {
  const { studio_id, topic, id, client_id, user_id } = change
  if (actor.bound && actor.bound.studio_id !== studio_id) return null
  if (user_id) return user_id === actor.user_id ? { topic, id } : null
  if (wanted !== null && wanted !== studio_id) return null
  if (actor.role === 'super_admin') return { topic, id }
  if (actor.studio_id !== studio_id) return null
  if (actor.role === 'studio_admin' || actor.role === 'staff') return { topic, id }
  if (actor.role !== 'client') return null
  if (client_id === actor.user_id) return { topic, id }
  return topicsForClients.has(topic) ? { topic, id: null } : null
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

function say(stream: Stream, text: string) {
  const { response } = stream
  if (response.writableLength + text.length > BUFFER_MAX_BYTES) {
    streams.delete(stream)
    response.destroy()
  } else response.write(text)
}
