/** What a mailed link or a provider says in the address it leads back to. */
type Landing = { title: string; description: string; failed: boolean }

const expired = 'This link has expired or was used already. Please ask for a new one.'

const sentences: Record<string, string> = {
  otp_expired: expired,
  flow_state_expired: expired,
  flow_state_not_found: expired,
  bad_code_verifier: 'This link works only in the browser that asked for it. Please ask for a new one here.',
  pkce_code_verifier_not_found: 'This link works only in the browser that asked for it. Please ask for a new one here.',
  bad_oauth_state: 'Signing in was interrupted. Please try again.',
  bad_oauth_callback: 'Signing in was interrupted. Please try again.',
  flow_state_already_used: 'This sign-in was finished already. Please try again.',
  studio_session: 'Your account is not only for that website, so please sign in here.',
  access_denied: 'You have not given your consent, so nothing has changed.',
  identity_already_exists: 'This Google account already belongs to another account here.',
  // True for everybody: which of the two it is would tell strangers who has an account (F9).
  provider_email_needs_verification:
    'Google has not confirmed that this address is yours. If you have an account, sign in with your password: we have not sent an email. If you are new here, use the link that we have sent you.',
  signup_disabled: 'Sign-up is closed. Ask the studio for an invitation.',
  user_banned: 'This account is closed. Please contact support.',
  email_exists: 'Somebody already uses that address.',
  request_timeout: 'Google cannot be reached at the moment, or we are busy. Please try again.',
  over_request_rate_limit: 'Too many requests. Please wait a moment.',
}

/** The sentence for a code. Words that came with it are never shown: anybody can write an address. */
export const sentenceOf = (code: string | null | undefined) =>
  (code && Object.hasOwn(sentences, code) && sentences[code]) || 'Something went wrong. Please try again.'

/** How an address says that one of two mailboxes has agreed to a change; the words are the authentication service's. */
const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Reads what an address says beside who is signed in: a failure, or a message such as that of half a change of address.
 * @param url of the page as it was opened; the query wins over the part after `#`
 */
export function landingOf(url: URL): Landing | null {
  const hash = new URLSearchParams(url.hash.slice(1))
  const read = (name: string) => url.searchParams.get(name) ?? hash.get(name)
  if (read('message') === HALF_DONE) {
    return { title: 'One step done', description: 'Please open the link in your other mailbox as well.', failed: false }
  }
  const code = read('error_code') ?? read('error')
  if (!code && !read('error_description')) return null
  return { title: 'That did not work', description: sentenceOf(code), failed: true }
}
