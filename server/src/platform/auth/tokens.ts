import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { createSetting } from '../process/setting.ts'
import { clearKeyCache, getNewestKeyTime, getVerifyingKey, rotateSigningKey, signingKey } from './signing-keys.ts'

const ALGORITHM = 'ES256'
const AUDIENCE = 'authenticated'
const CLOCK_TOLERANCE_SECONDS = 5
// The clock of the process that signed a token may be a little ahead.
const ISSUED_AHEAD_SECONDS = 60
const MAX_TOKEN_LENGTH = 16_384

/** How a person signed in or confirmed their second factor: one entry per method, newest first. */
export type Amr = { method: string; timestamp: number }

/** The contents of an access token besides the registered claims. */
export type AccessClaims = {
  user_id: string
  session_id: string
  email: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  aal: 'aal1' | 'aal2'
  amr: readonly Amr[]
}

/** The session and the person of a valid access token. The database checks later whether the session is still active. */
export type Bearer = { session_id: string; user_id: string; aal: 'aal1' | 'aal2' }

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  role: z.literal(AUDIENCE),
  exp: z.number(),
  iat: z.number(),
})

const settings = createSetting<{ issuer: string; lifetime_seconds: number }>('setTokenSettings')

/** Sets the issuer (`iss`, the public base address of `/auth/v1`) and the lifetime of tokens; called once at start. */
export function setTokenSettings(newSettings: { issuer: string; lifetime_seconds: number }): void {
  settings.set(newSettings)
  clearKeyCache()
}

const KEY_ROTATION_DAYS = 90

/** Starts a rotation when the newest signing key is 90 days old. @returns whether it did */
export async function rotateKeysWhenDue(now: Date): Promise<boolean> {
  const made_at = await getNewestKeyTime()
  if (!made_at || now.getTime() - made_at.getTime() < KEY_ROTATION_DAYS * DAY_MS) return false
  return (await rotateSigningKey(now, settings.get().lifetime_seconds)) !== null
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1000)

/** Signs an access token (`auth-wire` 3.5). `expires_in` is in seconds, `expires_at` in Unix seconds. */
export async function signAccessToken(claims: AccessClaims, now: Date) {
  const { issuer, lifetime_seconds } = settings.get()
  const { kid, key } = await signingKey(now)
  const issued_at = secondsOf(now)
  const expires_at = issued_at + lifetime_seconds
  const { email, app_metadata, user_metadata, aal, amr, session_id } = claims
  const payload = {
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
  const access_token = await new SignJWT(payload)
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
 * Checks an access token: ES256 with a published key, our issuer and audience, not expired. The algorithm in the token is
 * ignored, and `kid` only selects one of our keys.
 * @returns the bearer, or null for an invalid token
 */
export async function verifyAccessToken(token: string, now: Date): Promise<Bearer | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = typeof kid === 'string' ? await getVerifyingKey(kid, now) : null
    if (!key) return null
    const verified = verifiedTokens.get(key)?.get(token) ?? (await verifyAndCache(token, key, now))
    return verified && isValidAt(verified, secondsOf(now)) ? verified.bearer : null
  } catch (error) {
    // jose throws for every invalid token. Other errors, such as a missing database, must not count as an invalid token.
    if (error instanceof TypeError || (error instanceof Error && 'code' in error && isTokenError(error.code)))
      return null
    throw error
  }
}

// Checks `iat`, because a clock that is ahead would create tokens that are valid for too long.
const isValidAt = ({ issued_at, expires_at }: VerifiedToken, seconds: number) =>
  expires_at > seconds - CLOCK_TOLERANCE_SECONDS && issued_at <= seconds + ISSUED_AHEAD_SECONDS

const isTokenError = (code: unknown) => typeof code === 'string' && /^ERR_J(WT|WS|WK|OSE)/.test(code)

type VerifiedToken = { bearer: Bearer; issued_at: number; expires_at: number }

/**
 * Tokens with a verified signature, by key. All calls of a screen send the same token, and its signature never changes; the
 * expiry is checked each time. The cache is cleared when the keys are loaded again.
 */
const verifiedTokens = new WeakMap<CryptoKey | Uint8Array, Map<string, VerifiedToken>>()
const VERIFIED_TOKENS_MAX = 1_000

async function verifyAndCache(token: string, key: CryptoKey | Uint8Array, now: Date): Promise<VerifiedToken | null> {
  const payload = await readToken(token, key, now)
  if (!payload) return null
  const tokens = verifiedTokens.get(key) ?? new Map<string, VerifiedToken>()
  verifiedTokens.set(key, tokens.set(token, payload))
  const [oldest] = tokens.keys()
  if (tokens.size > VERIFIED_TOKENS_MAX && oldest !== undefined) tokens.delete(oldest)
  return payload
}

async function readToken(token: string, key: CryptoKey | Uint8Array, now: Date): Promise<VerifiedToken | null> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: settings.get().issuer,
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
