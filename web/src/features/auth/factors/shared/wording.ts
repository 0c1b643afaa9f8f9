import { describeError } from '#lib/server/describe-error.ts'
import { isKeyUnused } from '#lib/session/passkey-error.ts'
import type { Factor } from '../api.ts'

const kinds = { totp: 'Authenticator app', phone: 'Text message', webauthn: 'Security key' }

/** The factor's name, or its kind. */
export function getFactorName({ factor_type, friendly_name, phone }: Omit<Factor, 'id' | 'created_at'>): string {
  if (friendly_name) return friendly_name
  return factor_type === 'phone' && phone ? `${kinds.phone} to ${maskPhone(phone)}` : kinds[factor_type]
}

export const getFactorKind = ({ factor_type }: Pick<Factor, 'factor_type'>) => kinds[factor_type]

const SHOWN_DIGITS = 3

/** A phone number with only its last digits visible. */
export const maskPhone = (phone: string) => `•••${phone.slice(-SHOWN_DIGITS)}`

/** A recovery code in groups of four. */
export const groupCode = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

const unavailableText = 'This kind of second factor is not available here.'

const errorTexts: Record<string, string> = {
  mfa_totp_enroll_not_enabled: unavailableText,
  mfa_phone_enroll_not_enabled: unavailableText,
  mfa_webauthn_enroll_not_enabled: unavailableText,
  mfa_totp_verify_not_enabled: unavailableText,
  mfa_phone_verify_not_enabled: unavailableText,
  mfa_webauthn_verify_not_enabled: unavailableText,
  mfa_verification_failed: 'That code is not right. Please enter the one that is shown now.',
  mfa_challenge_expired: 'That took too long. Please request a new code.',
  mfa_ip_address_mismatch: 'This code was already used. Please request a new one.',
  mfa_recovery_codes_locked: 'Too many attempts. Please wait a few minutes, or choose another way.',
  over_sms_send_rate_limit: 'We have just sent a code. Please wait a minute before you request another one.',
  over_request_rate_limit: 'Too many attempts. Please wait a few minutes.',
  mfa_factor_name_conflict: 'You already use this name. Please choose another one.',
  mfa_verified_factor_exists: 'You already use this number.',
  too_many_enrolled_mfa_factors: 'You already have ten second factors. Remove one to add another.',
}

/** The error of a recovery code, in words. */
export const describeRecoveryError = (error: unknown): string =>
  describeError(error).code === 'mfa_verification_failed'
    ? 'This code is wrong or already used. Try another one.'
    : describeFactorError(error)

/** The error of a factor, in words. */
export function describeFactorError(error: unknown): string {
  const { code, message } = describeError(error)
  const name = error instanceof Error ? `${error.name} ${message}` : message
  if (isKeyUnused(name)) return 'No key was used. Try again, or choose another way.'
  if (/InvalidStateError|already registered/i.test(name)) return 'This device is already registered for your account.'
  return errorTexts[code] ?? message
}
