/** A message in the URL to which an email link or a provider has returned. */
type AddressMessage = { title: string; description: string; failed: boolean }

const expiredText = 'This link has expired or was already used. Request a new one.'

const errorTexts: Record<string, string> = {
  otp_expired: expiredText,
  flow_state_expired: expiredText,
  flow_state_not_found: expiredText,
  bad_code_verifier: 'This link works only in the browser that requested it. Request a new one here.',
  pkce_code_verifier_not_found: 'This link works only in the browser that requested it. Request a new one here.',
  bad_oauth_state: 'Signing in was interrupted. Please try again.',
  bad_oauth_callback: 'Signing in was interrupted. Please try again.',
  flow_state_already_used: 'This sign-in link was already used. Please try again.',
  studio_session: 'Your account cannot sign in on that website. Sign in here.',
  access_denied: 'You did not give your consent. Nothing has changed.',
  identity_already_exists: 'This Google account already belongs to another account here.',
  // The text is the same with and without an account, so that it does not reveal accounts.
  provider_email_needs_verification:
    'Google has not confirmed that this address is yours. If you already have an account, sign in with your password. If you are new here, open the link in the email that we sent you.',
  signup_disabled: 'Sign-up is closed. Ask the studio for an invitation.',
  user_banned: 'This account is closed. Please contact support.',
  email_exists: 'This email address is already in use.',
  request_timeout: 'We could not reach Google, or our service is busy. Please try again.',
  over_request_rate_limit: 'Too many requests. Please wait a moment.',
}

/** The message for a code. Text from the URL is never shown, because anyone can write a link. */
export const describeCode = (code: string | null | undefined) =>
  (code && Object.hasOwn(errorTexts, code) && errorTexts[code]) || 'Something went wrong. Please try again.'

/** The auth service's message after the first of two confirmations of an email change. */
const FIRST_CONFIRMATION = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * The message in the page's URL: an error, or the progress of an email change.
 * @param url the URL as opened; its query takes precedence over its hash
 */
export function readAddressMessage(url: URL): AddressMessage | null {
  const hash = new URLSearchParams(url.hash.slice(1))
  const read = (name: string) => url.searchParams.get(name) ?? hash.get(name)
  if (read('message') === FIRST_CONFIRMATION) {
    return { title: 'One step done', description: 'Please open the link in your other mailbox as well.', failed: false }
  }
  const code = read('error_code') ?? read('error')
  if (!code && !read('error_description')) return null
  return { title: 'That did not work', description: describeCode(code), failed: true }
}
