import type { Session } from '@supabase/auth-js'

/** Where the authentication client keeps the session of this browser. */
export const SESSION_KEY = 'studiohub.auth'

/** Whether a session is kept here, read without a request or the client: for public pages that only send its owner on. */
export const holdsSession = () => window.localStorage.getItem(SESSION_KEY) !== null

/** Takes away what is kept and is no session. */
export const forgetStored = () => window.localStorage.removeItem(SESSION_KEY)

// As early as the client itself renews a session.
const EXPIRES_SOON_MS = 90_000

function read(kept: string | null): Partial<Session> | null {
  try {
    return JSON.parse(kept ?? 'null')
  } catch {
    return null
  }
}

const stored = () => read(window.localStorage.getItem(SESSION_KEY))

const isWhole = (kept: Partial<Session> | null): kept is Session =>
  typeof kept?.access_token === 'string' && typeof kept.expires_at === 'number' && typeof kept.user?.id === 'string'

/** The session kept here while it lasts, read without the client; null where only the client can tell. */
export function lastingSession(): Session | null {
  const kept = stored()
  return isWhole(kept) && (kept.expires_at ?? 0) * 1000 - Date.now() > EXPIRES_SOON_MS ? kept : null
}

/** Keeps the session that the server has answered with, for the client to find. @returns whether it is one */
export function keepSessionIn(answer: string): boolean {
  const isOne = isWhole(read(answer))
  if (isOne) window.localStorage.setItem(SESSION_KEY, answer)
  return isOne
}

function claimsOf(access_token: string): { aal?: unknown; session_id?: unknown } {
  const [, claims = ''] = access_token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
}

/** Which session is kept here, however often it was refreshed; null where there is none. */
export function storedSessionId(): string | null {
  const kept = stored()
  const id = isWhole(kept) ? claimsOf(kept.access_token).session_id : null
  return typeof id === 'string' ? id : null
}

/** Whether the person of a session has a second factor that it has not been confirmed with; the server decides. */
export function lacksFactor({ access_token, user }: Session): boolean {
  return claimsOf(access_token).aal === 'aal1' && (user.factors ?? []).some(({ status }) => status === 'verified')
}

/** Whose session a kept one is: for what is named after a person, never for a decision. */
export const personIn = (kept: string | null): string | null => {
  const id: unknown = read(kept)?.user?.id
  return typeof id === 'string' ? id : null
}

/** Whose session is kept here, at once and without a check. */
export const storedPerson = () => personIn(window.localStorage.getItem(SESSION_KEY))
