import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { auth, isAuthRequested, onAuthLoaded } from './auth.ts'
import { hasStoredSession, lacksFactor, SESSION_KEY, unexpiredSession, userIdIn } from './stored-session.ts'

const SIGNED_OUT_KEY = 'studiohub.left'
const SIGNED_OUT_WINDOW_MS = 10_000
const SIGN_OUT_TIMEOUT_MS = 5000

let isSigningOut = false

// Tabs share one session, so a sign-out in one tab must count as deliberate in the others too.
function announceSignOut() {
  isSigningOut = true
  window.localStorage.setItem(SIGNED_OUT_KEY, String(Date.now()))
}

const wasSignedOut = () =>
  isSigningOut || Date.now() - Number(window.localStorage.getItem(SIGNED_OUT_KEY) ?? 0) < SIGNED_OUT_WINDOW_MS

/**
 * The session of this browser, or null. The auth client refreshes it shortly before it expires. While the stored session is
 * valid, the first screen does not wait for the client.
 */
export async function currentSession(): Promise<Session | null> {
  // Without a stored session, do not load the auth client.
  if (!hasStoredSession()) return null
  const stored = isAuthRequested() ? null : unexpiredSession()
  if (stored) return stored
  const { data } = await (await auth()).getSession()
  return data.session
}

/** Whether the user has a second factor that this session has not confirmed yet. */
export async function awaitsFactor(): Promise<boolean> {
  const stored = isAuthRequested() ? null : unexpiredSession()
  if (stored) return lacksFactor(stored)
  const { data } = await (await auth()).mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel === 'aal1' && data.nextLevel === 'aal2'
}

/** Loads the auth client if a session is stored, to refresh it and notice its end. */
export const maintainSession = async () => hasStoredSession() && auth()

/**
 * Ends the session of this device; of all devices with the scope `global`. The auth client treats 401, 403 and 404 as
 * success. If the server does not respond in time, the browser still forgets the session (spec section 4: signing out clears
 * user, session and role).
 */
export async function signOut(scope: 'local' | 'global' = 'local') {
  announceSignOut()
  const { promise: timeout, resolve } = Promise.withResolvers<{ error: unknown }>()
  const timer = setTimeout(() => resolve({ error: new Error('no answer') }), SIGN_OUT_TIMEOUT_MS)
  const { error } = await Promise.race([auth().then((client) => client.signOut({ scope })), timeout])
  clearTimeout(timer)
  // With the scope `local`, the client has already dropped the session. A second sign-out event would return the user to the
  // sign-in page, even if they have moved on.
  if (error && hasStoredSession()) await dropSession()
}

/** Drops a session that the server no longer accepts. */
export const dropSession = async () => (await auth()).signOut({ scope: 'local' })

/** Signs out after the account and all its sessions were deleted. */
export function signOutDeletedAccount() {
  announceSignOut()
  return dropSession()
}

type SessionWatcher = {
  /** @param person the user's id, if known */
  onEnded: (deliberately: boolean, person: string | undefined) => void
  onUserChanged: () => void
  /** A user has signed in in another tab, while no session existed here. */
  onSignedInElsewhere: () => void
}

/**
 * Reports the end of the session, or a change of its user, in this tab or another. The auth client repeats SIGNED_IN each
 * time the tab becomes visible, so this compares users, not events.
 * @returns a function that stops watching
 */
export function watchSession({ onEnded, onUserChanged, onSignedInElsewhere }: SessionWatcher): () => void {
  let person: string | undefined
  let stop: (() => void) | null = null
  // For changes in other tabs. If the auth client is loaded, it reports a sign-out itself.
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== SESSION_KEY) return
    const [before, now] = [userIdIn(oldValue), userIdIn(newValue)]
    if (now === null) {
      if (stop === null && before !== null) onEnded(wasSignedOut(), before)
    } else if (before === null) onSignedInElsewhere()
    else if (before !== now) onUserChanged()
  }
  window.addEventListener('storage', onStorage)
  const onAuthEvent = (event: AuthChangeEvent, session: Session | null) => {
    if (event === 'SIGNED_OUT') {
      const [deliberately, endedPerson] = [wasSignedOut(), person]
      isSigningOut = false
      person = undefined
      onEnded(deliberately, endedPerson)
      return
    }
    const now = session?.user.id
    if (person !== undefined && now !== undefined && now !== person) onUserChanged()
    person = now
  }
  const stopWaiting = onAuthLoaded((client) => {
    const { data } = client.onAuthStateChange(onAuthEvent)
    stop = () => data.subscription.unsubscribe()
  })
  return () => {
    window.removeEventListener('storage', onStorage)
    stopWaiting()
    stop?.()
  }
}
