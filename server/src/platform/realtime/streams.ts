import type { ServerResponse } from 'node:http'
import type { Actor } from '@studiohub/contract/actor.ts'
import { type LiveChange, topicsForClients } from '@studiohub/contract/shared/live.ts'
import type { Change } from './realtime.ts'
import { createRecentChanges } from './recent-changes.ts'

/** One listening browser, and its actor's rights. */
export type Stream = {
  readonly actor: Actor
  /** The only studio that an operator listens to; null for all changes that the actor may see. */
  readonly studio_id: string | null
  readonly response: ServerResponse
}

const STREAMS_PER_USER = 20
// A browser that does not read its stream is disconnected, because buffering has a limit.
const BUFFER_MAX_BYTES = 1_000_000
const END_WITHIN_MS = 1_000
const RECONNECT_MS = 1_000
const RECONNECT_SPREAD_MS = 4_000

const streams = new Set<Stream>()
const recentChanges = createRecentChanges()

/** The streams of this process. */
export const getOpenStreams = (): ReadonlySet<Stream> => streams

/** Whether the person already has the maximum number of open streams. */
export function hasTooManyStreams(user_id: string): boolean {
  let count = 0
  for (const { actor } of streams) if (actor.user_id === user_id) count += 1
  return count >= STREAMS_PER_USER
}

/**
 * Adds a stream. Its browser gets the changes since `since`, or is told to load everything if some of them may be missing.
 * @param since when its page began to load data, in milliseconds; null if the page missed changes or does not know
 */
export function addStream(stream: Stream, since: number | null) {
  streams.add(stream)
  stream.response.once('close', () => streams.delete(stream))
  // The browser disconnected during a write; 'close' follows.
  stream.response.on('error', () => {})
  const missedChanges = since === null ? null : recentChanges.listSince(since)
  writeTo(stream, `retry: ${RECONNECT_MS}\n${missedChanges ? ': \n\n' : eventText('resync', {})}`)
  if (missedChanges) sendChanges(stream, missedChanges)
}

/** Ends a stream. If all end at once, the browsers reconnect at random times within a few seconds. */
export function endStream(stream: Stream, reconnectAfterMs = RECONNECT_MS) {
  if (!streams.delete(stream)) return
  const { response } = stream
  response.end(`retry: ${reconnectAfterMs}\n\n`)
  const timer = setTimeout(() => response.destroy(), END_WITHIN_MS).unref()
  response.once('close', () => clearTimeout(timer))
}

/** Ends all streams before a shutdown. Pages reconnect at different times, so that they do not all come at once. */
export function endAllStreams() {
  for (const stream of streams) endStream(stream, RECONNECT_MS + Math.round(Math.random() * RECONNECT_SPREAD_MS))
}

/** Sends data to every stream, because proxies close silent connections. */
export function sendHeartbeat() {
  for (const stream of streams) writeTo(stream, ': \n\n')
}

/** Marks the recent changes as incomplete. From now on this process receives every change. */
export const restartRecentChanges = () => recentChanges.restart()

/** Tells all pages to read their data again, because changes may have been missed. */
export function resyncAll() {
  restartRecentChanges()
  for (const stream of streams) writeTo(stream, eventText('resync', {}))
}

/** Sends each stream the changes that its actor may see, each change once. */
export function deliverChanges(changes: readonly Change[]) {
  recentChanges.add(changes)
  for (const stream of streams) sendChanges(stream, changes)
}

function sendChanges(stream: Stream, changes: readonly Change[]) {
  const events = new Set<string>()
  for (const change of changes) {
    const changed = visibleChange(stream, change)
    if (changed) events.add(eventText('changed', changed))
  }
  if (events.size > 0) writeTo(stream, [...events].join(''))
}

/** The change as the actor of the stream may see it; null if they may not know of it. */
function visibleChange({ actor, studio_id: onlyStudioId }: Stream, change: Change): LiveChange | null {
  const { studio_id, topic, id, client_id, user_id } = change
  if (actor.bound_studio && actor.bound_studio.studio_id !== studio_id) return null
  if (user_id) return user_id === actor.user_id ? { topic, id } : null
  if (onlyStudioId !== null && onlyStudioId !== studio_id) return null
  if (actor.role === 'super_admin') return { topic, id }
  if (actor.studio_id !== studio_id) return null
  if (actor.role === 'studio_admin' || actor.role === 'staff') return { topic, id }
  if (actor.role !== 'client') return null
  if (client_id && client_id === actor.client_id) return { topic, id }
  return topicsForClients.has(topic) ? { topic, id: null } : null
}

const eventText = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

function writeTo(stream: Stream, text: string) {
  const { response } = stream
  if (response.writableLength + text.length > BUFFER_MAX_BYTES) {
    streams.delete(stream)
    response.destroy()
  } else response.write(text)
}
