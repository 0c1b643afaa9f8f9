import { currentSession } from '../session/session.ts'

// Loaded by `partner.ts` only for signed-in users: it includes the auth client.

/** Headers with the user's token; empty without a session. */
export async function authHeaders(): Promise<HeadersInit> {
  const session = await currentSession()
  return session ? { authorization: `Bearer ${session.access_token}` } : {}
}
