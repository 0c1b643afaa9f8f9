const BLOCKED = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  // These could override other blocked parameters, or send the answer to another address.
  'request',
  'request_uri',
  'response_mode',
  'claims',
  'registration',
  'scope',
  // Our own parameters.
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
  'flow_type',
  'invite_token',
])
const EXTRA_MAX = 20

/** The parameters of a query that the provider gets (`prompt`, `login_hint`, `access_type` ...). */
export function extraParameters(query: Record<string, unknown>): Record<string, string> {
  const extra: Record<string, string> = {}
  for (const [key, value] of Object.entries(query).slice(0, EXTRA_MAX)) {
    if (!BLOCKED.has(key) && typeof value === 'string') extra[key] = value
  }
  return extra
}

/** The scopes of the request: ours, then the requested ones; invalid ones are left out. */
export function addRequiredScopes(requested: string | null): string {
  const words = (requested ?? '').split(/[\s,]+/).filter((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word))
  return [...new Set(['openid', 'email', 'profile', ...words])].join(' ')
}

const STATE_LIFE_MS = 10 * 60_000

/** Whether a flow to a provider has taken too long. */
export const isExpiredFlow = ({ created_at }: { created_at: string }, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) > STATE_LIFE_MS

export const COOKIE = 'studiohub-flow'
const COOKIE_LIFE_SECONDS = STATE_LIFE_MS / 1000

/** The value of the browser's cookie; null if it is missing or invalid. */
export function readCookie(header: string | undefined): string | null {
  const pair = header?.split(/; */).find((text) => text.startsWith(`${COOKIE}=`))
  const value = pair?.slice(COOKIE.length + 1) ?? ''
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null
}

/** Creates the cookie. All flows of a browser share one cookie, so that two windows do not overwrite each other's. */
export function writeCookie(value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/auth/v1; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}
