import { keepSessionIn, SESSION_KEY } from './stored-session.ts'

// Where the authentication client keeps what proves that this browser asked for the newest code, as JSON, with what that
// was for behind a slash.
const VERIFIER_KEY = `${SESSION_KEY}-code-verifier`

function takeVerifier(): string | null {
  const kept = window.localStorage.getItem(VERIFIER_KEY)
  window.localStorage.removeItem(VERIFIER_KEY)
  return kept && (kept.replaceAll('"', '').split('/')[0] ?? null)
}

function takeOutOfAddress(name: string) {
  const url = new URL(window.location.href)
  url.searchParams.delete(name)
  // The link's own token is spent together with the code.
  url.hash = ''
  window.history.replaceState(window.history.state, '', url)
}

/**
 * Exchanges the code in the address for a session, as the authentication client would, which need not be loaded for it
 * (decision 0046). The code and its proof are taken away first: they are good for one try.
 * @returns what the server calls its refusal, where it has answered; null where the session is kept, or where another
 * browser asked for the code: then anyone who is signed in here stays so
 */
export async function exchangeCode(auth_code: string): Promise<{ code?: string } | null> {
  const code_verifier = takeVerifier()
  if (!code_verifier) return null
  takeOutOfAddress('code')
  try {
    const answer = await fetch('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ auth_code, code_verifier }),
    })
    const text = await answer.text()
    return answer.ok && keepSessionIn(text) ? null : JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * The page with the button for a mailed link that this browser did not ask for: it cannot exchange the code, but the
 * person who reads the mail may still press the button.
 * @param opened the address as the mail led to it
 * @returns null where the code was exchanged, or where the address holds no link
 */
export function buttonPageFor(opened: URL, error: object | null): string | null {
  const hasLink = new URLSearchParams(opened.hash.slice(1)).has('token_hash')
  const isExchanged = error === null && !new URL(window.location.href).searchParams.has('code')
  if (!hasLink || isExchanged) return null
  return `${opened.pathname.replace(/(?:callback|reset-password)\/?$/, 'confirm')}${opened.hash}`
}
