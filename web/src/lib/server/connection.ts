import { useSyncExternalStore } from 'react'

/** `offline`: this device has no network; `unreachable`: it has one, but the server does not respond. */
type Connection = 'fine' | 'offline' | 'unreachable'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const PING_TIMEOUT_MS = 8_000

const stateListeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()
let isDown = false
let failures = 0
let pendingCheck: Promise<boolean> | null = null
let timer: number | undefined

const getConnection = (): Connection => (!isDown ? 'fine' : navigator.onLine ? 'unreachable' : 'offline')

/**
 * Call it when a request did not reach the server. It checks the server before users see a warning, because one lost request
 * does not mean an outage.
 */
export function checkConnection() {
  if (!pendingCheck && !isDown) void checkServer()
}

/** Checks the server now instead of at the next scheduled check. @returns whether it responds */
export const retryConnection = () => checkServer()

/** Whether requests would fail now: this device has no network, or the server did not respond to the last check. */
export const isDisconnected = () => isDown || navigator.onLine === false

/** Calls `listener` each time the server responds again after an outage. @returns a function that unsubscribes */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

/** The state of the connection, for the notice. */
export const useConnection = () => useSyncExternalStore(subscribe, getConnection, (): Connection => 'fine')

function checkServer(): Promise<boolean> {
  pendingCheck ??= runCheck().finally(() => {
    pendingCheck = null
  })
  return pendingCheck
}

async function runCheck(): Promise<boolean> {
  window.clearTimeout(timer)
  const isReachable = await pingServer()
  failures = isReachable ? 0 : failures + 1
  if (!isReachable)
    timer = window.setTimeout(retryConnection, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS))
  setDown(!isReachable)
  return isReachable
}

const pingServer = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PING_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  )

function setDown(isNowDown: boolean) {
  const isConnectionBack = isDown && !isNowDown
  isDown = isNowDown
  for (const notify of stateListeners) notify()
  if (isConnectionBack) for (const listener of reconnectListeners) listener()
}

const onOnline = () => void checkServer()
const onOffline = () => {
  setDown(true)
  void checkServer()
}

function subscribe(notify: () => void): () => void {
  if (stateListeners.size === 0) {
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    if (!navigator.onLine) onOffline()
  }
  stateListeners.add(notify)
  return () => {
    stateListeners.delete(notify)
    if (stateListeners.size > 0) return
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
