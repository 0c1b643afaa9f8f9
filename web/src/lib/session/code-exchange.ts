import { SESSION_KEY, storeSession } from './stored-session.ts'

// The auth client stores the PKCE verifier under this key, as JSON. The purpose follows after a slash.
const VERIFIER_KEY = `${SESSION_KEY}-code-verifier`

function takeCodeVerifier(): string | null {
  const stored = window.localStorage.getItem(VERIFIER_KEY)
  window.localStorage.removeItem(VERIFIER_KEY)
  return stored && (stored.replaceAll('"', '').split('/')[0] ?? null)
}

function removeFromAddress(name: string) {
  const url = new URL(window.location.href)
  url.searchParams.delete(name)
  // Removes the link's token too, because the exchange also invalidates it.
  url.hash = ''
  window.history.replaceState(window.history.state, '', url)
}

/**
 * Exchanges the code in the address for a session, without loading the auth client (decision 0046). Removes the code and the
 * verifier first, because they work only once.
 * @returns the server's error code, or `{}` if there was no response. Null if the session is stored, or if another browser
 * requested the code. In that case the current session does not change.
 */
export async function exchangeCode(auth_code: string): Promise<{ code?: string } | null> {
  const code_verifier = takeCodeVerifier()
  if (!code_verifier) return null
  removeFromAddress('code')
  try {
    const response = await fetch('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ auth_code, code_verifier }),
    })
    const text = await response.text()
    return response.ok && storeSession(text) ? null : JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * The page with the confirm button, for an email link that was requested in another browser. This browser cannot exchange its code,
 * but the user can press the button.
 * @param openedUrl the address in the email
 * @returns null if the code was exchanged, or the address has no link
 */
export function getConfirmPath(openedUrl: URL, error: object | null): string | null {
  const hasLink = new URLSearchParams(openedUrl.hash.slice(1)).has('token_hash')
  const isExchanged = error === null && !new URL(window.location.href).searchParams.has('code')
  if (!hasLink || isExchanged) return null
  return `${openedUrl.pathname.replace(/(?:callback|reset-password)\/?$/, 'confirm')}${openedUrl.hash}`
}
