import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { isMac, mac, seal, unseal } from '#platform/auth/secrets.ts'
import type { Factor, FactorKind } from '../users/rules.ts'
import { AuthError, type AuthErrorCode } from '../wire/rules.ts'

export const FACTORS_MAX = 10
export const FACTOR_LIFE_MS = 300_000
export const CHALLENGE_LIFE_MS = 300_000
export const TRIES_MAX = 5
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const WINDOW_STEPS = 1
const CODE = /^\d{6}$/

/** The name of each kind of factor in `amr`. */
export const amrMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const satisfies Record<Factor['factor_type'], string>

/** The error codes and messages of each kind of factor. */
export const factorErrors = {
  totp: {
    cannotEnroll: 'mfa_totp_enroll_not_enabled',
    cannotVerify: 'mfa_totp_verify_not_enabled',
    wrong: 'Invalid TOTP code entered',
  },
  phone: {
    cannotEnroll: 'mfa_phone_enroll_not_enabled',
    cannotVerify: 'mfa_phone_verify_not_enabled',
    wrong: 'Invalid MFA Phone code entered',
  },
  webauthn: {
    cannotEnroll: 'mfa_webauthn_enroll_not_enabled',
    cannotVerify: 'mfa_webauthn_verify_not_enabled',
    wrong: 'Invalid WebAuthn response',
  },
} as const satisfies Record<FactorKind, { cannotEnroll: AuthErrorCode; cannotVerify: AuthErrorCode; wrong: string }>

const SECRET = 'totp-secret'
const TEXT_CODE = 'factor-code'

export const sealSecret = (secret: string) => seal(SECRET, secret)
export const openSecret = (sealed: string) => unseal(SECRET, sealed).toString()

const totpOf = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

/** Creates the secret of an authenticator app: as text, as the URI of the QR code, and the QR code as SVG. */
export function createTotp(names: { issuer: string; label: string }) {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = totpOf(secret, names).toString()
  // The client puts this text unencoded after `data:image/svg+xml;utf-8,`, where a '#' would end the address.
  const qr_code = renderSVG(uri, { border: 2, pixelSize: 4, blackColor: 'black', whiteColor: 'white' })
  return { secret: secret.base32, uri, qr_code }
}

/** The 30-second step of a code, at most one step before or after the current one; null for a wrong code. */
export function findCodeStep(secret: string, code: string, now: Date): number | null {
  if (!CODE.test(code)) return null
  const totp = totpOf(Secret.fromBase32(secret))
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW_STEPS })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

export const macOfTextCode = (challenge_id: string, code: string) => mac(TEXT_CODE, challenge_id, code)

/** Whether this is the code that was sent for a challenge. */
export const isTextCode = (code_mac: string, challenge_id: string, code: string) =>
  isMac(code_mac, TEXT_CODE, challenge_id, code)

/** The error if a challenge cannot be answered; null if it can. */
export function findChallengeError(
  challenge: { session_id: string; used_at: string | null; expires_at: string } | undefined,
  session_id: string,
  now: Date,
): AuthError | null {
  if (!challenge) return new AuthError('mfa_factor_not_found', { status: 422, message: 'Challenge not found' })
  if (challenge.session_id !== session_id || challenge.used_at !== null) {
    return new AuthError('mfa_ip_address_mismatch')
  }
  return Date.parse(challenge.expires_at) <= now.getTime() ? new AuthError('mfa_challenge_expired') : null
}
