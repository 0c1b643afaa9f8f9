import type { Changed } from '@studiohub/contract/shared/live.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentSession } from '../session/session.ts'
import { eventReader, type StreamEvent } from './event-stream.ts'
import { fetchAsPerson } from './fetch-as-person.ts'
import { readAgain } from './read-again.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The server sends something every 15 s; three missed in a row mean that nobody is there. */
const SILENCE_MS = 45_000
/** Many changes in a row are one reason to read again. */
const GATHER_MS = 100

type Listener = { topic: string; onChange: () => void }

const listeners = new Set<Listener>()
let reading: AbortController | null = null

/** How long to wait after so many tries that brought nothing, in milliseconds. */
const waitAfter = (failures: number, base: number = FIRST_WAIT_MS) =>
  Math.min(base * 2 ** Math.max(failures - 1, 0), LONGEST_WAIT_MS)

/**
 * Reads these queries again whenever the studio's data of a topic changes, no matter who changed it. All of the page's topics
 * share one stream; a hidden tab gives it up and reads everything again when it is looked at again.
 */
export function useLive(topic: string, queryKey: QueryKey) {
  const queryClient = useQueryClient()
  useEffect(
    () => listen({ topic, onChange: () => void readAgain(queryClient, queryKey) }),
    [queryClient, topic, queryKey],
  )
}

function listen(listener: Listener): () => void {
  listeners.add(listener)
  startOrStop()
  if (listeners.size === 1) document.addEventListener('visibilitychange', startOrStop)
  return () => {
    listeners.delete(listener)
    startOrStop()
    if (listeners.size === 0) document.removeEventListener('visibilitychange', startOrStop)
  }
}

// Browsers open only six connections to a host without HTTP/2: tabs that nobody looks at must not hold them.
function startOrStop() {
  const wanted = listeners.size > 0 && !document.hidden
  if (wanted && !reading) {
    reading = new AbortController()
    void keepReading(reading.signal)
  } else if (!wanted && reading) {
    reading.abort()
    reading = null
  }
}

async function keepReading(signal: AbortSignal) {
  const stale = gather(signal)
  let failures = 0
  while (!signal.aborted) {
    const { opened, retry } = await readOnce(signal, (event) => stale(topicsIn(event)))
    failures = opened ? 1 : failures + 1
    await pause(waitAfter(failures, retry ?? FIRST_WAIT_MS), signal)
  }
}

/** Reads one stream to its end, whatever ends it. */
async function readOnce(signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
  const events = eventReader(onEvent)
  let opened = false
  const silence = new AbortController()
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    if (!(await currentSession())) return { opened, retry: LONGEST_WAIT_MS }
    const either = AbortSignal.any([signal, silence.signal])
    const answer = await fetchAsPerson(new Request('/api/v1/events', { signal: either }))
    opened = answer.ok
    if (!answer.ok || !answer.body) return { opened, retry: null }
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      clearTimeout(alarm)
      alarm = setTimeout(() => silence.abort(), SILENCE_MS)
      events.read(piece.value)
    }
  } catch {
    // A lost connection is an end like any other: the next try reads everything again.
  } finally {
    clearTimeout(alarm)
  }
  return { opened, retry: events.retry() }
}

/** What an event makes stale: one topic, all of them, or nothing that we know. */
function topicsIn({ name, data }: StreamEvent): readonly string[] {
  if (name === 'resync') return [...listeners].map(({ topic }) => topic)
  if (name !== 'changed') return []
  const topic = topicOf(data)
  return topic === null ? [] : [topic]
}

/** The topic of a change, read by hand: no page that only listens carries schemas. Null in what is no change. */
function topicOf(text: string): string | null {
  try {
    const { topic }: Partial<Changed> = JSON.parse(text) ?? {}
    return typeof topic === 'string' ? topic : null
  } catch {
    return null
  }
}

function gather(signal: AbortSignal) {
  const topics = new Set<string>()
  let waiting = false
  const tell = () => {
    waiting = false
    const told = new Set(topics)
    topics.clear()
    if (signal.aborted) return
    for (const { topic, onChange } of listeners) if (told.has(topic)) onChange()
  }
  return (found: readonly string[]) => {
    for (const topic of found) topics.add(topic)
    if (waiting || topics.size === 0) return
    waiting = true
    setTimeout(tell, GATHER_MS)
  }
}

/** Waits, unless told to stop or the connection comes back before. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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
