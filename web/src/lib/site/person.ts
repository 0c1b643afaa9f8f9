import { currentSession } from '../session/session.ts'

// Loaded by `partner.ts` where somebody is signed in, and by nobody else: it brings the authentication client.

/** What a request of the person carries, or nothing where there is no session after all. */
export async function asPerson(): Promise<HeadersInit> {
  const session = await currentSession()
  return session ? { authorization: `Bearer ${session.access_token}` } : {}
}
