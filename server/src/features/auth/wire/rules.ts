import type { Config } from '#platform/config/config.ts'
import { isLoopback } from '#platform/config/values.ts'
import { buildHomeUrl } from '#platform/hosts/home.ts'
import type { Clock } from '#platform/process/clock.ts'

/**
 * The errors of the authentication service. Codes and sentences are those of GoTrue: `@supabase/auth-js` depends on some
 * codes and shows the sentences (`docs/features/auth.md`).
 */
export const authErrors = {
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  bad_id_token: { status: 400, message: 'Bad ID token' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature' },
  captcha_failed: { status: 400, message: 'We could not confirm that you are human. Please try again.' },
  csrf: { status: 403, message: 'This request came from another site' },
  bad_oauth_callback: { status: 400, message: 'OAuth callback with missing authorization code' },
  bad_oauth_state: { status: 400, message: 'OAuth state parameter is invalid' },
  current_password_invalid: { status: 400, message: 'The current password is incorrect.' },
  current_password_required: { status: 400, message: 'Please enter your current password too.' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  email_conflict_identity_not_deletable: {
    status: 422,
    message: 'The address of the remaining sign-in method belongs to another account',
  },
  factor_wait_running: {
    status: 422,
    message: 'Your second factor is about to be removed. Keep it first, and then make this change.',
  },
  flow_state_already_used: { status: 400, message: 'OAuth state has been used already' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  identity_already_exists: { status: 422, message: 'Identity is already linked to another user' },
  identity_not_found: { status: 422, message: "Identity doesn't exist" },
  insufficient_aal: { status: 401, message: 'Please confirm with your second factor first' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  mfa_challenge_expired: { status: 422, message: 'This code request has expired. Please start again.' },
  mfa_factor_name_conflict: { status: 422, message: 'A factor with this friendly name exists already' },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  mfa_ip_address_mismatch: { status: 422, message: 'This challenge was used or belongs to another session' },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_phone_verify_not_enabled: { status: 422, message: 'MFA verification is disabled for Phone' },
  mfa_recovery_codes_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for recovery codes' },
  mfa_recovery_codes_locked: { status: 429, message: 'Too many attempts. Please wait or use another factor.' },
  mfa_recovery_codes_sole_factor: { status: 422, message: 'Recovery codes need another verified factor first' },
  mfa_totp_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for TOTP' },
  mfa_totp_verify_not_enabled: { status: 422, message: 'MFA verification is disabled for TOTP' },
  mfa_verification_failed: { status: 422, message: 'MFA verification failed' },
  mfa_verified_factor_exists: { status: 422, message: 'A verified phone factor with this number exists already' },
  mfa_webauthn_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for WebAuthn' },
  mfa_webauthn_verify_not_enabled: { status: 422, message: 'MFA verification is disabled for WebAuthn' },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, message: 'Updating app_metadata requires admin privileges' },
  not_found: { status: 404, message: 'There is no such call' },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  over_email_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this once every 60 seconds',
  },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  over_sms_send_rate_limit: { status: 429, message: 'Please wait before you request another text message.' },
  passkey_disabled: { status: 422, message: 'Passkeys are not available at this address' },
  passkey_not_found: { status: 404, message: 'Passkey not found' },
  phone_provider_disabled: { status: 400, message: 'Phone sign-ins are disabled' },
  provider_disabled: { status: 400, message: 'This provider is not enabled' },
  provider_email_needs_verification: {
    status: 422,
    message:
      'This address is not verified. If you have an account, sign in with your password: no email was sent. If you are new here, confirm the address with the email that we have sent.',
  },
  reauthentication_needed: { status: 400, message: 'Please sign in again first' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  request_entity_too_large: { status: 413, message: 'The request body is too large' },
  request_timeout: { status: 503, message: 'The service is busy at the moment. Please try again.' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
  signup_disabled: { status: 422, message: 'Signups not allowed for this instance' },
  single_identity_not_deletable: { status: 422, message: 'User must have at least 1 identity after unlinking' },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of factors reached, remove one to add another',
  },
  too_many_passkeys: { status: 422, message: 'Maximum number of passkeys reached, remove one to add another' },
  view_only: { status: 403, message: 'You are viewing a studio as its owner. Stop viewing first.' },
  studio_session: { status: 403, message: "This cannot be done on a studio's own website" },
  unexpected_failure: { status: 500, message: 'Unexpected failure, please check server logs for more information' },
  unknown_host: { status: 421, message: 'There is no studio at this address.' },
  unsupported_media_type: { status: 415, message: 'The request body must be JSON' },
  user_already_exists: { status: 422, message: 'User already registered' },
  user_banned: { status: 403, message: 'User is banned' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  validation_failed: { status: 400, message: 'Please check what you have entered' },
  weak_password: { status: 422, message: 'Password should be at least 6 characters.' },
  webauthn_challenge_expired: { status: 400, message: 'That took too long. Please try again.' },
  webauthn_challenge_not_found: { status: 400, message: 'Challenge not found or already used. Please try again.' },
  webauthn_credential_exists: { status: 422, message: 'This passkey is registered already' },
  webauthn_verification_failed: {
    status: 400,
    message:
      'This passkey does not open an account here. If it is your second factor, sign in with your password first.',
  },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
} as const satisfies Record<string, { status: number; message: string }>

export type AuthErrorCode = keyof typeof authErrors

type AuthErrorOptions = { status?: number; message?: string; reasons?: readonly string[]; retry_after?: number }

/** An error of the authentication service. The feature's router converts it to GoTrue's format. */
export class AuthError extends Error {
  readonly code: AuthErrorCode
  readonly status: number
  readonly reasons: readonly string[] | undefined
  /** Whole seconds after which a retry makes sense. */
  readonly retry_after: number | undefined

  constructor(code: AuthErrorCode, options: AuthErrorOptions = {}) {
    super(options.message ?? authErrors[code].message)
    this.name = 'AuthError'
    this.code = code
    this.status = options.status ?? authErrors[code].status
    this.reasons = options.reasons
    this.retry_after = options.retry_after
  }
}

/** Throws an error of `authErrors`. Some calls use another status for a code. @throws AuthError */
export function throwAuthError(code: AuthErrorCode, options: AuthErrorOptions = {}): never {
  throw new AuthError(code, options)
}

/** Rejects a call that works only at the product's own address, and names the page there. @throws AuthError studio_session */
export function throwStudioSession(reason: string, path: string): never {
  return throwAuthError('studio_session', { message: `${reason} Please go to ${buildHomeUrl(path)}` })
}

/** Requires the product's own address: only there can accounts be recovered, and addresses be proven or changed. */
export function requireHome({ studio_id }: Pick<RequestContext, 'studio_id'>): void {
  if (studio_id !== null)
    throwStudioSession('You can change passwords and email addresses only on our main site.', '/auth/forgot-password')
}

const NEW_FORMAT_SINCE = '2024-01-01'

/** Whether a response uses the new format: the date in the client's header is not before the date of this format. */
export function usesNewFormat(header: unknown): boolean {
  return typeof header === 'string' && Date.parse(header) >= Date.parse(NEW_FORMAT_SINCE)
}

/** The body and headers of an error, in the format of the client's `X-Supabase-Api-Version`. */
export function formatAuthError(error: AuthError, versionHeader: unknown) {
  const { code, status, message, reasons, retry_after } = error
  // Only this grant reports an invalid token in the OAuth format.
  if (code === 'bad_id_token') {
    return { status, headers: {}, body: { error: 'invalid request', error_description: message } }
  }
  const weak = code === 'weak_password' ? { weak_password: { reasons: reasons ?? [] } } : {}
  const isNewFormat = usesNewFormat(versionHeader)
  const headers: Record<string, string> = { 'x-sb-error-code': code }
  if (isNewFormat) headers['x-supabase-api-version'] = NEW_FORMAT_SINCE
  if (retry_after !== undefined) headers['retry-after'] = String(retry_after)
  const body = isNewFormat ? { code, message, ...weak } : { code: status, error_code: code, msg: message, ...weak }
  return { status, headers, body }
}

/** Time, address and device of a request, for sessions, limits and the audit log. */
export type RequestContext = {
  now: Date
  ip: string
  user_agent: string | null
  request_id: string
  /** The studio on whose own domain the request came in. Sessions that begin there are bound to it. */
  studio_id: string | null
}

/** The settings of the feature's routes. */
export type AuthSettings = {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'authSignup'
    | 'authConfirmEmail'
    | 'authFactors'
    | 'passwordRules'
    | 'smsPerHour'
    | 'captcha'
    | 'providers'
    | 'authLinking'
  >
  clock: Clock
}

/** Whether the method `plain` is allowed: only on a local machine, where a page may lack `crypto.subtle`. */
export const mayUsePlainChallenge = (config: AuthSettings['config']) => isLoopback(new URL(config.publicUrl).hostname)
