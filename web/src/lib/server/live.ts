import type { Changed, LiveTopic } from '@studiohub/contract/shared/live.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentSession } from '../session/session.ts'
import type { StreamEvent } from './event-stream.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { refetchQueries } from './refetch-queries.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The server sends a ping every 15 s; after three missed pings the connection is considered dead. */
const SILENCE_MS = 45_000
/** Batches several changes into one refetch. */
const BATCH_MS = 100

type Listener = { topic: LiveTopic; onChange: () => void }

const listeners = new Set<Listener>()
let openStream: AbortController | null = null

/** Back-off after this many failed attempts, in milliseconds. */
const waitAfter = (failures: number, base: number = FIRST_WAIT_MS) =>
  Math.min(base * 2 ** Math.max(failures - 1, 0), LONGEST_WAIT_MS)

/**
 * Refetches these queries when data of a topic changes on the server. All topics of a page share one stream. A hidden tab
 * closes it, and refetches everything when it becomes visible.
 */
export function useLive(topic: LiveTopic, queryKey: QueryKey) {
  const queryClient = useQueryClient()
  useEffect(
    () => listen({ topic, onChange: () => void refetchQueries(queryClient, queryKey) }),
    [queryClient, topic, queryKey],
  )
}

function listen(listener: Listener): () => void {
  listeners.add(listener)
  updateStream()
  if (listeners.size === 1) document.addEventListener('visibilitychange', updateStream)
  return () => {
    listeners.delete(listener)
    updateStream()
    if (listeners.size === 0) document.removeEventListener('visibilitychange', updateStream)
  }
}

// Without HTTP/2, browsers allow six connections per host, so hidden tabs must not use them up.
function updateStream() {
  const isNeeded = listeners.size > 0 && !document.hidden
  if (isNeeded && !openStream) {
    openStream = new AbortController()
    void readUntilAborted(openStream.signal)
  } else if (!isNeeded && openStream) {
    openStream.abort()
    openStream = null
  }
}

async function readUntilAborted(signal: AbortSignal) {
  const markStale = createBatcher(signal)
  let failures = 0
  while (!signal.aborted) {
    const { opened, retry } = await readOnce(signal, (event) => markStale(topicsIn(event)))
    failures = opened ? 1 : failures + 1
    await waitFor(waitAfter(failures, retry ?? FIRST_WAIT_MS), signal)
  }
}

/** Reads one stream until it ends, for any reason. */
async function readOnce(signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
  let opened = false
  let retry: number | null = null
  const silence = new AbortController()
  let silenceTimer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    if (!(await currentSession())) return { opened, retry: LONGEST_WAIT_MS }
    // Loaded on demand, because the first screen does not need it.
    const { eventReader } = await import('./event-stream.ts')
    const events = eventReader(onEvent)
    const either = AbortSignal.any([signal, silence.signal])
    const answer = await fetchAsUser(new Request('/api/v1/events', { signal: either }))
    opened = answer.ok
    if (!answer.ok || !answer.body) return { opened, retry: null }
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(() => silence.abort(), SILENCE_MS)
      events.read(piece.value)
      retry = events.retry()
    }
  } catch {
    // An error counts as a normal end, because the next attempt refetches everything.
  } finally {
    clearTimeout(silenceTimer)
  }
  return { opened, retry }
}

/** The topics of an event whose data is outdated: one, all, or none for unknown events. */
function topicsIn({ name, data }: StreamEvent): readonly LiveTopic[] {
  if (name === 'resync') return [...listeners].map(({ topic }) => topic)
  if (name !== 'changed') return []
  const topic = topicOf(data)
  return topic === null ? [] : [topic]
}

/** The topic of a change, or null. Parsed by hand, because zod is not loaded on every page. */
function topicOf(text: string): LiveTopic | null {
  try {
    const { topic }: Partial<Changed> = JSON.parse(text) ?? {}
    return typeof topic === 'string' ? topic : null
  } catch {
    return null
  }
}

function createBatcher(signal: AbortSignal) {
  const topics = new Set<LiveTopic>()
  let waiting = false
  const flush = () => {
    waiting = false
    const changedTopics = new Set(topics)
    topics.clear()
    if (signal.aborted) return
    for (const { topic, onChange } of listeners) if (changedTopics.has(topic)) onChange()
  }
  return (newTopics: readonly LiveTopic[]) => {
    for (const topic of newTopics) topics.add(topic)
    if (waiting || topics.size === 0) return
    waiting = true
    setTimeout(flush, BATCH_MS)
  }
}

/** Waits for a delay. Ends early if it is aborted, or when the network returns. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
