import type { LiveChange, LiveTopic } from '@studiohub/contract/shared/live.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getSession } from '../session/session.ts'
import type { StreamEvent } from './event-stream.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { getPageStart } from './page-start.ts'
import { markOutdated, refetchQueries } from './refetch-queries.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The server sends a ping every 15 s; after three missed pings the connection is considered dead. */
const SILENCE_MS = 45_000
/** Batches several changes into one refetch. */
const BATCH_MS = 100

type Listener = {
  topic: LiveTopic
  /** The query key, as JSON. */
  key: string
  onChange: () => void
  /** Called instead of `onChange` after the last component with this topic and key was removed. */
  onUnseenChange: () => void
  /** Whether the cache has its queries. Without them, nothing can be outdated. */
  isCached: () => boolean
}

const listeners = new Set<Listener>()
/** Listeners of pages that were left, by topic and key. A page that is opened again must not show outdated cached data. */
const formerListeners = new Map<string, Listener>()
const getListenerKey = ({ topic, key }: Listener) => `${topic} ${key}`
let openStream: AbortController | null = null
/** Whether this page has had a stream. Before that, it can only have missed changes since it began to load. */
let hadStream = false

/** Back-off after this many failed attempts, in milliseconds. */
const getRetryDelay = (failures: number, base: number = FIRST_WAIT_MS) =>
  Math.min(base * 2 ** Math.max(failures - 1, 0), LONGEST_WAIT_MS)

/**
 * Refetches these queries when data of a topic changes on the server. All topics of a page share one stream. A hidden tab
 * closes it, and refetches everything when it becomes visible.
 */
export function useLive(topic: LiveTopic, queryKey: QueryKey) {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      listen({
        topic,
        key: JSON.stringify(queryKey),
        onChange: () => void refetchQueries(queryClient, queryKey),
        onUnseenChange: () => markOutdated(queryClient, queryKey),
        isCached: () => queryClient.getQueryCache().find({ queryKey, exact: false }) !== undefined,
      }),
    [queryClient, topic, queryKey],
  )
}

function listen(listener: Listener): () => void {
  listeners.add(listener)
  formerListeners.delete(getListenerKey(listener))
  updateStream()
  if (listeners.size === 1) document.addEventListener('visibilitychange', updateStream)
  return () => {
    listeners.delete(listener)
    if (![...listeners].some((other) => getListenerKey(other) === getListenerKey(listener)))
      formerListeners.set(getListenerKey(listener), listener)
    forgetUncached()
    updateStream()
    if (listeners.size === 0) document.removeEventListener('visibilitychange', updateStream)
  }
}

/** Keeps the list short on a page that is open for weeks. Queries leave the cache some minutes after their page. */
function forgetUncached() {
  for (const [key, { isCached }] of formerListeners) if (!isCached()) formerListeners.delete(key)
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
  const addTopics = createBatcher(signal)
  let failures = 0
  while (!signal.aborted) {
    const { wasOpened, retryMs } = await readStream(signal, (event) => addTopics(findOutdatedTopics(event)))
    // The end of an open stream counts as the first failure.
    failures = wasOpened ? 1 : failures + 1
    await waitFor(getRetryDelay(failures, retryMs ?? FIRST_WAIT_MS), signal)
  }
}

/** Reads one stream until it ends, for any reason. */
async function readStream(signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
  let wasOpened = false
  let retryMs: number | null = null
  const silence = new AbortController()
  let silenceTimer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    if (!(await getSession())) return { wasOpened, retryMs: LONGEST_WAIT_MS }
    // Loaded on demand, because the first screen does not need it.
    const { createEventReader } = await import('./event-stream.ts')
    const events = createEventReader(onEvent)
    const abortSignal = AbortSignal.any([signal, silence.signal])
    const response = await fetchAsUser(new Request(getStreamPath(), { signal: abortSignal }))
    wasOpened = response.ok
    hadStream ||= wasOpened
    if (!response.ok || !response.body) return { wasOpened, retryMs: null }
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(() => silence.abort(), SILENCE_MS)
      events.read(chunk.value)
      retryMs = events.retry()
    }
  } catch {
    // An error counts as a normal end, because the next attempt refetches everything.
  } finally {
    clearTimeout(silenceTimer)
  }
  return { wasOpened, retryMs }
}

/** The first stream sends only what changed since the page began to load; later ones say that everything may have changed. */
function getStreamPath(): string {
  const pageStart = hadStream ? null : getPageStart()
  return pageStart ? `/api/v1/events?since=${Math.floor(pageStart)}` : '/api/v1/events'
}

/** The topics of an event whose data is outdated: one, all, or none for unknown events. */
function findOutdatedTopics({ name, data }: StreamEvent): readonly LiveTopic[] {
  if (name === 'resync') return [...listeners, ...formerListeners.values()].map(({ topic }) => topic)
  if (name !== 'changed') return []
  const topic = parseTopic(data)
  return topic === null ? [] : [topic]
}

/** The topic of a change, or null. Parsed by hand, because zod is not loaded on every page. */
function parseTopic(text: string): LiveTopic | null {
  try {
    const { topic }: Partial<LiveChange> = JSON.parse(text) ?? {}
    return typeof topic === 'string' ? topic : null
  } catch {
    return null
  }
}

/** Returns a function that collects topics, and refetches their queries after a short time. */
function createBatcher(signal: AbortSignal) {
  const topics = new Set<LiveTopic>()
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    const changedTopics = new Set(topics)
    topics.clear()
    if (signal.aborted) return
    for (const { topic, onUnseenChange } of formerListeners.values()) if (changedTopics.has(topic)) onUnseenChange()
    for (const { topic, onChange } of listeners) if (changedTopics.has(topic)) onChange()
  }
  return (newTopics: readonly LiveTopic[]) => {
    for (const topic of newTopics) topics.add(topic)
    if (isScheduled || topics.size === 0) return
    isScheduled = true
    setTimeout(flush, BATCH_MS)
  }
}

/** Waits for a delay. Ends early if it is aborted, or when the network returns. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    window.addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}
