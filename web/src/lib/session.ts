import type { Session } from '@supabase/auth-js'
import { auth } from './auth.ts'

let leaving = false

/** The session of this browser, or null; refreshed by the client when it is about to expire. */
export async function currentSession(): Promise<Session | null> {
  const { data } = await auth().getSession()
  return data.session
}

/**
 * Ends the session everywhere. Where the server cannot be reached the browser forgets it all the same (spec section 4:
 * signing out clears user, session and role).
 */
export async function signOut() {
  leaving = true
  const { error } = await auth().signOut()
  if (error) await auth().signOut({ scope: 'local' })
}

/** Forgets a session that the server no longer accepts. */
export const dropSession = () => auth().signOut({ scope: 'local' })

type SessionWatcher = { ended: (deliberately: boolean) => void; changedPerson: () => void }

/**
 * Reports the end of the session, here or in another tab, and a change of the person behind it. The client repeats
 * SIGNED_IN each time the tab becomes visible, so the person is what counts, never the event.
 * @returns how to stop
 */
export function watchSession({ ended, changedPerson }: SessionWatcher): () => void {
  let person: string | undefined
  const { data } = auth().onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') {
      const deliberately = leaving
      leaving = false
      person = undefined
      ended(deliberately)
      return
    }
    const now = session?.user.id
    if (person !== undefined && now !== undefined && now !== person) changedPerson()
    person = now
  })
  return () => data.subscription.unsubscribe()
}
