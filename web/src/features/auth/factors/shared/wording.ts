import { describeError } from '#lib/server/describe-error.ts'
import type { Factor } from '../api.ts'

const kinds = { totp: 'Authenticator app', phone: 'Text message', webauthn: 'Passkey' }

/** What a factor is called: by its owner, or by its kind. */
export function nameOf({ factor_type, friendly_name, phone }: Omit<Factor, 'id' | 'created_at'>): string {
  if (friendly_name) return friendly_name
  return factor_type === 'phone' && phone ? `${kinds.phone} to ${hidden(phone)}` : kinds[factor_type]
}

export const kindOf = ({ factor_type }: Pick<Factor, 'factor_type'>) => kinds[factor_type]

const SHOWN_DIGITS = 3

/** A number with only its end to be read. */
export const hidden = (phone: string) => `•••${phone.slice(-SHOWN_DIGITS)}`

/** A recovery code in groups of four, as people read it. */
export const groupsOf = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

const switchedOff = 'This kind of second factor is not in use here.'

const sentences: Record<string, string> = {
  mfa_totp_enroll_not_enabled: switchedOff,
  mfa_phone_enroll_not_enabled: switchedOff,
  mfa_webauthn_enroll_not_enabled: switchedOff,
  mfa_totp_verify_not_enabled: switchedOff,
  mfa_phone_verify_not_enabled: switchedOff,
  mfa_webauthn_verify_not_enabled: switchedOff,
  mfa_verification_failed: 'That code is not right. Please enter the one that is shown now.',
  mfa_challenge_expired: 'That took too long. Please ask for a new code.',
  mfa_ip_address_mismatch: 'This code was used already. Please ask for a new one.',
  mfa_recovery_codes_locked: 'Too many tries. Please wait a few minutes, or choose another way.',
  over_sms_send_rate_limit: 'We have just sent a code. Please wait a minute before asking for another one.',
  over_request_rate_limit: 'Too many tries. Please wait a few minutes.',
  mfa_factor_name_conflict: 'You already use this name. Please choose another one.',
  mfa_verified_factor_exists: 'You already use this number.',
  too_many_enrolled_mfa_factors: 'You already have ten. Remove one to add another.',
}

// What browsers say when a passkey was not given: the person closed the window, took too long, or has none here.
const notGiven = /NotAllowedError|AbortError|timed out|not allowed|cancell?ed|aborted/i

/** What went wrong with a recovery code, as a sentence that says what to do. */
export const recoveryProblem = (error: unknown): string =>
  describeError(error).code === 'mfa_verification_failed'
    ? 'This code is wrong or was already used. Please try another one.'
    : factorProblem(error)

/** What went wrong with a factor, as a sentence that says what to do. */
export function factorProblem(error: unknown): string {
  const { code, message } = describeError(error)
  const name = error instanceof Error ? `${error.name} ${message}` : message
  if (notGiven.test(name)) return 'No passkey was used. Try again, or choose another way.'
  if (/InvalidStateError|already registered/i.test(name)) return 'This device already holds a passkey of yours.'
  return sentences[code] ?? message
}
