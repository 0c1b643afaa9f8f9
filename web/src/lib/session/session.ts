import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { getAuthClient, isAuthRequested, onAuthLoaded } from './auth.ts'
import {
  hasStoredSession,
  isFactorUnconfirmed,
  readUnexpiredSession,
  readUserId,
  SESSION_KEY,
} from './stored-session.ts'

const SIGNED_OUT_KEY = 'studiohub.left'
const SIGNED_OUT_WINDOW_MS = 10_000
const SIGN_OUT_TIMEOUT_MS = 5000

let isSigningOut = false

// Tabs share one session, so a sign-out in one tab must count as deliberate in the others too.
function recordSignOut() {
  isSigningOut = true
  window.localStorage.setItem(SIGNED_OUT_KEY, String(Date.now()))
}

const isSignOutDeliberate = () =>
  isSigningOut || Date.now() - Number(window.localStorage.getItem(SIGNED_OUT_KEY) ?? 0) < SIGNED_OUT_WINDOW_MS

/**
 * The session of this browser, or null. The auth client refreshes it shortly before it expires. While the stored session is
 * valid, the first screen does not wait for the client.
 */
export async function getSession(): Promise<Session | null> {
  // Without a stored session, do not load the auth client.
  if (!hasStoredSession()) return null
  const stored = isAuthRequested() ? null : readUnexpiredSession()
  if (stored) return stored
  const { data } = await (await getAuthClient()).getSession()
  return data.session
}

/** Whether the user has a second factor that this session has not confirmed yet. */
export async function needsFactor(): Promise<boolean> {
  const stored = isAuthRequested() ? null : readUnexpiredSession()
  if (stored) return isFactorUnconfirmed(stored)
  const { data } = await (await getAuthClient()).mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel === 'aal1' && data.nextLevel === 'aal2'
}

/** If a session is stored, loads the auth client, which refreshes the session and reports its end. */
export const keepSessionFresh = async () => hasStoredSession() && getAuthClient()

let reportSignOut: () => void = () => undefined

/**
 * Ends the session of this device; of all devices with the scope `global`. The auth client treats 401, 403 and 404 as
 * success. Signing out this device never depends on the server (spec section 4: signing out clears user, session and role).
 * @throws the error of the auth client if the sessions of the other devices could not be ended; then this session does not end either
 */
export async function signOut(scope: 'local' | 'global' = 'local') {
  recordSignOut()
  const { promise: timeout, resolve } = Promise.withResolvers<{ error: unknown }>()
  const timer = setTimeout(() => resolve({ error: new Error('The server did not respond.') }), SIGN_OUT_TIMEOUT_MS)
  const attempt = getAuthClient()
    .then((client) => client.signOut({ scope }))
    // After an upgrade, the server may no longer have the code of the client.
    .catch((error: unknown) => ({ error }))
  const { error } = await Promise.race([attempt, timeout])
  clearTimeout(timer)
  if (!error || !hasStoredSession()) return
  if (scope === 'global') {
    isSigningOut = false
    window.localStorage.removeItem(SIGNED_OUT_KEY)
    throw error
  }
  // The client still waits, for its own code or for a refresh. A page that loads without a stored session is signed out.
  window.localStorage.removeItem(SESSION_KEY)
  reportSignOut()
}

/** Drops a session that the server no longer accepts. */
export const dropSession = async () => (await getAuthClient()).signOut({ scope: 'local' })

/** Signs out after the account and all its sessions were deleted. */
export function signOutDeletedAccount() {
  recordSignOut()
  return dropSession()
}

type SessionWatcher = {
  /** @param userId undefined if unknown */
  onEnded: (deliberately: boolean, userId: string | undefined) => void
  onUserChanged: () => void
  /** A user has signed in in another tab, while no session existed here. */
  onSignedInElsewhere: () => void
}

/**
 * Reports the end of the session, or a change of its user, in this tab or another. The auth client repeats SIGNED_IN each
 * time the tab becomes visible, so the watcher compares users, not events.
 * @returns a function that stops watching
 */
export function watchSession({ onEnded, onUserChanged, onSignedInElsewhere }: SessionWatcher): () => void {
  let userId: string | undefined
  let stop: (() => void) | null = null
  // For changes in other tabs. The auth client may report a sign-out as well.
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== SESSION_KEY) return
    const [oldUserId, newUserId] = [readUserId(oldValue), readUserId(newValue)]
    if (newUserId === null) {
      if (oldUserId !== null) onEnded(isSignOutDeliberate(), oldUserId)
    } else if (oldUserId === null) onSignedInElsewhere()
    else if (oldUserId !== newUserId) onUserChanged()
  }
  window.addEventListener('storage', onStorage)
  reportSignOut = () => onEnded(true, userId)
  const onAuthEvent = (event: AuthChangeEvent, session: Session | null) => {
    if (event === 'SIGNED_OUT') {
      const [deliberately, endedUserId] = [isSignOutDeliberate(), userId]
      isSigningOut = false
      userId = undefined
      onEnded(deliberately, endedUserId)
      return
    }
    const newUserId = session?.user.id
    if (userId !== undefined && newUserId !== undefined && newUserId !== userId) onUserChanged()
    userId = newUserId
  }
  const stopWaiting = onAuthLoaded((client) => {
    const { data } = client.onAuthStateChange(onAuthEvent)
    stop = () => data.subscription.unsubscribe()
  })
  return () => {
    reportSignOut = () => undefined
    window.removeEventListener('storage', onStorage)
    stopWaiting()
    stop?.()
  }
}
