import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { forgetKeys, newestKeyMadeAt, rotateSigningKey, signingKey, verifyingKey } from './signing-keys.ts'

const ALGORITHM = 'ES256'
const AUDIENCE = 'authenticated'
const CLOCK_TOLERANCE_SECONDS = 5
// Another process may have signed the token, and its clock may be a little ahead.
const ISSUED_AHEAD_SECONDS = 60
const MAX_TOKEN_LENGTH = 16_384

/** How a session was opened or raised: one entry per method, newest first. */
export type Amr = { method: string; timestamp: number }

/** What an access token says about its bearer, besides the registered claims. */
export type AccessClaims = {
  user_id: string
  session_id: string
  email: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  aal: 'aal1' | 'aal2'
  amr: readonly Amr[]
}

/** Who bears a valid access token; whether the session still lives is the door's question. */
export type Bearer = { session_id: string; user_id: string; aal: 'aal1' | 'aal2' }

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  role: z.literal(AUDIENCE),
  exp: z.number(),
  iat: z.number(),
})

let settings: { issuer: string; lifetime_seconds: number } | null = null

/** Says who signs (`iss`, the public base address of `/auth/v1`) and how long a token lives; called once at start. */
export function useTokens(chosen: { issuer: string; lifetime_seconds: number }): void {
  settings = chosen
  forgetKeys()
}

function chosenSettings() {
  if (!settings) throw new Error('useTokens has not been called')
  return settings
}

const KEY_SERVES_DAYS = 90
const DAY_MS = 86_400_000

/** Begins a rotation when the newest signing key has served for 90 days. @returns whether it did */
export async function rotateKeysWhenDue(now: Date): Promise<boolean> {
  const made_at = await newestKeyMadeAt()
  if (!made_at || now.getTime() - made_at.getTime() < KEY_SERVES_DAYS * DAY_MS) return false
  return (await rotateSigningKey(now, chosenSettings().lifetime_seconds)) !== null
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1000)

/** Signs an access token (`auth-wire` 3.5). `expires_in` is in seconds, `expires_at` in Unix seconds. */
export async function signAccessToken(claims: AccessClaims, now: Date) {
  const { issuer, lifetime_seconds } = chosenSettings()
  const { kid, key } = await signingKey(now)
  const issued_at = secondsOf(now)
  const expires_at = issued_at + lifetime_seconds
  const { email, app_metadata, user_metadata, aal, amr, session_id } = claims
  const rest = {
    email,
    phone: '',
    app_metadata,
    user_metadata,
    role: AUDIENCE,
    aal,
    amr,
    session_id,
    is_anonymous: false,
  }
  const access_token = await new SignJWT(rest)
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(claims.user_id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued_at)
    .setExpirationTime(expires_at)
    .sign(key)
  return { access_token, expires_in: lifetime_seconds, expires_at }
}

/**
 * Checks an access token: ES256 by a key we publish, our issuer and audience, not expired. The algorithm is never taken
 * from the token and `kid` is only compared with the names we know.
 * @returns who bears it, or null for anything that is not such a token
 */
export async function verifyAccessToken(token: string, now: Date): Promise<Bearer | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = typeof kid === 'string' ? await verifyingKey(kid, now) : null
    if (!key) return null
    const known = proven.get(key)?.get(token) ?? (await prove(token, key, now))
    return known && isOfNow(known, secondsOf(now)) ? known.bearer : null
  } catch (error) {
    // jose throws for every token that is not as it should be; anything else (no database) is not the token's fault.
    if (error instanceof TypeError || (error instanceof Error && 'code' in error && isTokenFault(error.code)))
      return null
    throw error
  }
}

// A token of a clock that was ahead would otherwise be good for as long as the clock was wrong.
const isOfNow = ({ issued_at, expires_at }: Proven, seconds: number) =>
  expires_at > seconds - CLOCK_TOLERANCE_SECONDS && issued_at <= seconds + ISSUED_AHEAD_SECONDS

const isTokenFault = (code: unknown) => typeof code === 'string' && /^ERR_J(WT|WS|WK|OSE)/.test(code)

type Proven = { bearer: Bearer; issued_at: number; expires_at: number }

/**
 * What tokens say whose signature is known to be right, by the key that it is of. One token comes with every call of a
 * screen, and a signature never changes; whether it has expired is asked each time. Keys that are read again begin with none.
 */
const proven = new WeakMap<CryptoKey | Uint8Array, Map<string, Proven>>()
const PROVEN_MAX = 1_000

async function prove(token: string, key: CryptoKey | Uint8Array, now: Date): Promise<Proven | null> {
  const found = await readToken(token, key, now)
  if (!found) return null
  const tokens = proven.get(key) ?? new Map<string, Proven>()
  proven.set(key, tokens.set(token, found))
  const [oldest] = tokens.keys()
  if (tokens.size > PROVEN_MAX && oldest !== undefined) tokens.delete(oldest)
  return found
}

async function readToken(token: string, key: CryptoKey | Uint8Array, now: Date): Promise<Proven | null> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: chosenSettings().issuer,
    audience: AUDIENCE,
    typ: 'JWT',
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ['exp', 'iat', 'sub'],
  })
  const claims = Claims.safeParse(payload)
  if (!claims.success) return null
  const { session_id, sub, aal, exp, iat } = claims.data
  return { bearer: { session_id, user_id: sub, aal }, issued_at: iat, expires_at: exp }
}
