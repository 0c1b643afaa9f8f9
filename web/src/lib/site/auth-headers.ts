import { getSession } from '../session/session.ts'

// `partner.ts` loads this file only for signed-in users, because it includes the auth client.

/** Headers with the user's token; empty without a session. */
export async function authHeaders(): Promise<HeadersInit> {
  const session = await getSession()
  return session ? { authorization: `Bearer ${session.access_token}` } : {}
}
