import { useSyncExternalStore } from 'react'

/** `offline`: this device has no network; `unreachable`: it has one, and the server does not answer all the same. */
type Connection = 'fine' | 'offline' | 'unreachable'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const PATIENCE_MS = 8_000

const watchers = new Set<() => void>()
const waiting = new Set<() => void>()
let lost = false
let failures = 0
let asking: Promise<boolean> | null = null
let timer: number | undefined

const now = (): Connection => (!lost ? 'fine' : navigator.onLine ? 'unreachable' : 'offline')

/** A request did not get through: asks the server itself before anybody is told, since one lost request is no outage. */
export function doubtConnection() {
  if (!asking && !lost) void ask()
}

/** Asks the server now, instead of when it would be asked again. @returns whether it is there */
export const tryAgain = () => ask()

/** Calls back each time the server is there again after an outage. @returns how to stop */
export function whenBack(run: () => void): () => void {
  waiting.add(run)
  return () => waiting.delete(run)
}

/** The state of the connection, for the notice. */
export const useConnection = () => useSyncExternalStore(watch, now, (): Connection => 'fine')

function ask(): Promise<boolean> {
  asking ??= askOnce().finally(() => {
    asking = null
  })
  return asking
}

async function askOnce(): Promise<boolean> {
  window.clearTimeout(timer)
  const there = await serverIsThere()
  failures = there ? 0 : failures + 1
  if (!there) timer = window.setTimeout(tryAgain, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS))
  become(!there)
  return there
}

const serverIsThere = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (answer) => answer.ok,
    () => false,
  )

function become(isLost: boolean) {
  const isBack = lost && !isLost
  lost = isLost
  for (const tell of watchers) tell()
  if (isBack) for (const run of waiting) run()
}

const onOnline = () => void ask()
const onOffline = () => {
  become(true)
  void ask()
}

function watch(tell: () => void): () => void {
  if (watchers.size === 0) {
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    if (!navigator.onLine) onOffline()
  }
  watchers.add(tell)
  return () => {
    watchers.delete(tell)
    if (watchers.size > 0) return
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
