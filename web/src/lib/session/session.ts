import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { auth, isAsked, whenLoaded } from './auth.ts'
import { holdsSession, lacksFactor, lastingSession, personIn, SESSION_KEY } from './stored-session.ts'

const LEFT_KEY = 'studiohub.left'
const LEFT_FOR_MS = 10_000
const PATIENCE_MS = 5000

let leaving = false

// Tabs share one session, so they share whether its end was wanted: the other tabs read it here.
function tellLeaving() {
  leaving = true
  window.localStorage.setItem(LEFT_KEY, String(Date.now()))
}

const wasLeft = () => leaving || Date.now() - Number(window.localStorage.getItem(LEFT_KEY) ?? 0) < LEFT_FOR_MS

/**
 * The session of this browser, or null; refreshed by the client when it is about to expire. The first screen of an area
 * does not wait for the client: while the session lasts, what is kept of it is enough to ask the server with.
 */
export async function currentSession(): Promise<Session | null> {
  // Nothing is kept here, and to say so the client need not be loaded.
  if (!holdsSession()) return null
  const kept = isAsked() ? null : lastingSession()
  if (kept) return kept
  const { data } = await (await auth()).getSession()
  return data.session
}

/** Whether the person has a second factor which this session has not been confirmed with yet. */
export async function awaitsFactor(): Promise<boolean> {
  const kept = isAsked() ? null : lastingSession()
  if (kept) return lacksFactor(kept)
  const { data } = await (await auth()).mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel === 'aal1' && data.nextLevel === 'aal2'
}

/** Has the client look after the session that is kept here: renew it, and hear of its end. */
export const keepSession = async () => holdsSession() && auth()

/**
 * Ends the session of this device; of all devices with the scope `global`. The client takes 401, 403 and 404 for success; where the server cannot be reached, or
 * does not answer in time, the browser forgets the session all the same (spec section 4: signing out clears user,
 * session and role).
 */
export async function signOut(scope: 'local' | 'global' = 'local') {
  tellLeaving()
  const { promise: tooLong, resolve } = Promise.withResolvers<{ error: unknown }>()
  const timer = setTimeout(() => resolve({ error: new Error('no answer') }), PATIENCE_MS)
  const { error } = await Promise.race([auth().then((client) => client.signOut({ scope })), tooLong])
  clearTimeout(timer)
  // With the scope `local` the client has forgotten it before it asked the server: a second end would be heard by the
  // session's watch, and send a person who has gone on from the sign-in page back to it.
  if (error && holdsSession()) await dropSession()
}

/** Forgets a session that the server no longer accepts. */
export const dropSession = async () => (await auth()).signOut({ scope: 'local' })

/** Leaves, after the server has ended the account and every session with it. */
export function leaveForGood() {
  tellLeaving()
  return dropSession()
}

type SessionWatcher = {
  /** @param person whose it was, where that is known */
  ended: (deliberately: boolean, person: string | undefined) => void
  changedPerson: () => void
  /** Somebody has signed in in another tab, where nobody was before. */
  arrivedElsewhere: () => void
}

/**
 * Reports the end of the session, here or in another tab, and a change of the person behind it. The client repeats
 * SIGNED_IN each time the tab becomes visible, so the person is what counts, never the event.
 * @returns how to stop
 */
export function watchSession({ ended, changedPerson, arrivedElsewhere }: SessionWatcher): () => void {
  let person: string | undefined
  let stop: (() => void) | null = null
  // What other tabs do, with their client or without it; a client that is loaded here tells of an end by itself.
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== SESSION_KEY) return
    const [before, now] = [personIn(oldValue), personIn(newValue)]
    if (now === null) {
      if (stop === null && before !== null) ended(wasLeft(), before)
    } else if (before === null) arrivedElsewhere()
    else if (before !== now) changedPerson()
  }
  window.addEventListener('storage', onStorage)
  const heard = (event: AuthChangeEvent, session: Session | null) => {
    if (event === 'SIGNED_OUT') {
      const [deliberately, whose] = [wasLeft(), person]
      leaving = false
      person = undefined
      ended(deliberately, whose)
      return
    }
    const now = session?.user.id
    if (person !== undefined && now !== undefined && now !== person) changedPerson()
    person = now
  }
  const stopWaiting = whenLoaded((client) => {
    const { data } = client.onAuthStateChange(heard)
    stop = () => data.subscription.unsubscribe()
  })
  return () => {
    window.removeEventListener('storage', onStorage)
    stopWaiting()
    stop?.()
  }
}
