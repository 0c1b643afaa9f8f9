import type { Session } from '@supabase/auth-js'

/** The storage key of the auth client. */
export const SESSION_KEY = 'studiohub.auth'

/** Whether a session is stored. It needs no request and no auth client. Do not use it for access decisions. */
export const hasStoredSession = () => window.localStorage.getItem(SESSION_KEY) !== null

/** Removes stored data that is not a valid session. */
export const clearStoredSession = () => window.localStorage.removeItem(SESSION_KEY)

// The auth client refreshes at the same time before the expiry.
const EXPIRES_SOON_MS = 90_000

function parseSession(session: string | null): Partial<Session> | null {
  try {
    return JSON.parse(session ?? 'null')
  } catch {
    return null
  }
}

const readStoredSession = () => parseSession(window.localStorage.getItem(SESSION_KEY))

const isComplete = (session: Partial<Session> | null): session is Session =>
  typeof session?.access_token === 'string' &&
  typeof session.expires_at === 'number' &&
  typeof session.user?.id === 'string'

/** The stored session if it has not expired; null if the auth client must decide. */
export function readUnexpiredSession(): Session | null {
  const session = readStoredSession()
  return isComplete(session) && (session.expires_at ?? 0) * 1000 - Date.now() > EXPIRES_SOON_MS ? session : null
}

/** Stores a session from a server response, so that the auth client finds it. @returns false if the text is not a valid session */
export function storeSession(text: string): boolean {
  const isValid = isComplete(parseSession(text))
  if (isValid) window.localStorage.setItem(SESSION_KEY, text)
  return isValid
}

function readClaims(access_token: string): { aal?: unknown; session_id?: unknown } {
  const [, claims = ''] = access_token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
}

/** The id of the stored session, stable across refreshes; null without a session. */
export function readStoredSessionId(): string | null {
  const session = readStoredSession()
  const id = isComplete(session) ? readClaims(session.access_token).session_id : null
  return typeof id === 'string' ? id : null
}

/** Whether the user has a second factor that this session has not confirmed. Only a hint: the server decides. */
export function isFactorUnconfirmed({ access_token, user }: Session): boolean {
  return readClaims(access_token).aal === 'aal1' && (user.factors ?? []).some(({ status }) => status === 'verified')
}

/** The user id in a stored session. Use it to name stored data, never for access decisions. */
export const readUserId = (session: string | null): string | null => {
  const id: unknown = parseSession(session)?.user?.id
  return typeof id === 'string' ? id : null
}

/** The user id of this browser's stored session, not verified. */
export const readStoredUserId = () => readUserId(window.localStorage.getItem(SESSION_KEY))
