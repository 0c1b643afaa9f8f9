import { randomInt } from 'node:crypto'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { isMac, mac, randomSecret, sha256 } from '#platform/auth/secrets.ts'

/** The purpose of an emailed link or code. */
export type Purpose =
  | 'signup'
  | 'welcome'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'factor_added'

/** Purposes of emails with only a link, which does not sign in. */
export type LinkOnlyPurpose = 'welcome' | 'factor_added'

/** The possible purposes for each `type` in a request. `invite` has none, because we never send it. */
const purposes: Record<string, readonly Purpose[]> = {
  signup: ['signup'],
  email: ['signup', 'magiclink'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  invite: [],
}

/** The possible purposes of a link of this `type`, including links that do not sign in. */
export const purposesOfLink = (type: string): readonly Purpose[] | null =>
  type === 'welcome' || type === 'factor_added' ? [type] : getPurposes(type)

/** The possible purposes of a link or code of this `type`; null for an unknown type. */
export const getPurposes = (type: string): readonly Purpose[] | null =>
  Object.hasOwn(purposes, type) ? (purposes[type] ?? null) : null

/** The `type` of a link of this purpose. */
export const getLinkType = (purpose: Purpose): string => (purpose.startsWith('email_change') ? 'email_change' : purpose)

/** The method of the flow that this email starts, as stored in the flow and in `amr`; null if it starts none. */
export const getFlowMethod = (purpose: Purpose) => flowMethods[purpose]

const flowMethods = {
  signup: 'email/signup',
  welcome: null,
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change_current: null,
  email_change_new: null,
  reauthentication: null,
  factor_added: null,
} as const satisfies Record<Purpose, string | null>

/** The purpose of the email that started a flow with this method; null if no email did. */
export const purposeOfFlow = (method: string): Purpose | null =>
  method === 'email/signup' ? 'signup' : method === 'recovery' || method === 'magiclink' ? method : null

// E.164, with GoTrue's pattern.
const PHONE = /^\+?[1-9]\d{1,14}$/
export const isPhone = (text: string) => PHONE.test(text)

const PROOF_LIFE_MS = 60 * 60_000
// A welcome link proves nothing without a session or the password, so it may be valid longer.
const WELCOME_LIFE_MS = 7 * DAY_MS
// The email names this time. While the link is valid, a person who only reads the mailbox can end the factor, so the time must
// not be longer.
const FACTOR_LINK_LIFE_MS = 72 * 60 * 60_000
const lifetimes: Partial<Record<Purpose, number>> = { welcome: WELCOME_LIFE_MS, factor_added: FACTOR_LINK_LIFE_MS }
const LINK_BYTES = 32
const CODE_DIGITS = 6
const CODE_PURPOSE = 'one-time-code'
const PKCE_PREFIX = 'pkce_'

/** The link and code of an email, and their stored hashes, from which neither can be computed. */
export type Proof = { link_token: string; code: string; link_hash: string; code_mac: string; expires_at: Date }

/** Creates a link and a six-digit code for one person and purpose. */
export function makeProof(user_id: string, purpose: Purpose, input: { pkce: boolean; now: Date }): Proof {
  const link_token = `${input.pkce ? PKCE_PREFIX : ''}${randomSecret(LINK_BYTES)}`
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return {
    link_token,
    code,
    link_hash: sha256(link_token),
    code_mac: mac(CODE_PURPOSE, user_id, purpose, code),
    expires_at: new Date(input.now.getTime() + (lifetimes[purpose] ?? PROOF_LIFE_MS)),
  }
}

/** Whether this is the emailed code. */
export const isEmailedCode = (storedProof: Pick<Proof, 'code_mac'>, user_id: string, purpose: Purpose, code: string) =>
  isMac(storedProof.code_mac, CODE_PURPOSE, user_id, purpose, code)

/** Whether a link was requested by a client with a PKCE verifier. */
export const isPkceLink = (link_token: string) => link_token.startsWith(PKCE_PREFIX)

/** The address of the link in the email. */
export function buildLinkUrl(
  publicUrl: string,
  link: { link_token: string; purpose: Purpose; redirect_to: URL },
): string {
  const url = new URL('/auth/v1/verify', publicUrl)
  url.search = new URLSearchParams({
    token: link.link_token,
    type: getLinkType(link.purpose),
    redirect_to: link.redirect_to.href,
  }).toString()
  return url.href
}

/** The page that a link of these purposes opens. */
export const choosePage = (purposes: readonly Purpose[]) =>
  purposes.includes('recovery') ? 'reset-password' : 'callback'
