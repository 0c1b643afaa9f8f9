import { randomInt } from 'node:crypto'
import { isMac, mac, randomSecret, sha256 } from '#platform/auth/secrets.ts'

/** What a mailed link or code is for. */
export type Purpose =
  | 'signup'
  | 'welcome'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'factor_added'

/** What is mailed as a link alone, which signs nobody in. */
export type LinkOnly = 'welcome' | 'factor_added'

/** The `type` of a link or code, as it travels, and what it may have been mailed for. Nothing is mailed as `invite`. */
const purposes: Record<string, readonly Purpose[]> = {
  signup: ['signup'],
  email: ['signup', 'magiclink'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  invite: [],
}

/** What a link of this `type` may have been mailed for. Some links are opened, but sign nobody in. */
export const purposesOfLink = (type: string): readonly Purpose[] | null =>
  type === 'welcome' || type === 'factor_added' ? [type] : purposesOf(type)

/** What a link or code of this `type` may have been mailed for; null for a type that we do not know. */
export const purposesOf = (type: string): readonly Purpose[] | null =>
  Object.hasOwn(purposes, type) ? (purposes[type] ?? null) : null

/** The `type` under which a link of this purpose travels. */
export const typeOf = (purpose: Purpose): string => (purpose.startsWith('email_change') ? 'email_change' : purpose)

/** How a flow that began with this mail is called in its row and in `amr`. */
export const methodOf = (purpose: Purpose) => flowMethods[purpose]

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

/** What was mailed to begin a flow with this method; null where it began otherwise. */
export const purposeOfFlow = (method: string): Purpose | null =>
  method === 'email/signup' ? 'signup' : method === 'recovery' || method === 'magiclink' ? method : null

// E.164, as GoTrue reads it.
const PHONE = /^\+?[1-9]\d{1,14}$/
export const isPhone = (text: string) => PHONE.test(text)

const PROOF_LIFE_MS = 60 * 60_000
// It proves nothing without a session or the password, so it may lie in a mailbox for longer.
const WELCOME_LIFE_MS = 7 * 86_400_000
// The mail names the time. While the link works, the mailbox alone can end the factor: not longer than a person needs.
const FACTOR_LINK_LIFE_MS = 72 * 60 * 60_000
const lives: Partial<Record<Purpose, number>> = { welcome: WELCOME_LIFE_MS, factor_added: FACTOR_LINK_LIFE_MS }
const LINK_BYTES = 32
const CODE_DIGITS = 6
const CODE_PURPOSE = 'one-time-code'
const PKCE_PREFIX = 'pkce_'

/** What a mail offers, and what of it is kept: neither the link nor the code can be found from the kept part. */
export type Proof = { link_token: string; code: string; link_hash: string; code_mac: string; expires_at: Date }

/** Makes a link and a six-digit code for one person and purpose. */
export function makeProof(user_id: string, purpose: Purpose, wish: { pkce: boolean; now: Date }): Proof {
  const link_token = `${wish.pkce ? PKCE_PREFIX : ''}${randomSecret(LINK_BYTES)}`
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return {
    link_token,
    code,
    link_hash: sha256(link_token),
    code_mac: mac(CODE_PURPOSE, user_id, purpose, code),
    expires_at: new Date(wish.now.getTime() + (lives[purpose] ?? PROOF_LIFE_MS)),
  }
}

/** Whether a code is the one that was mailed. */
export const isMailedCode = (kept: Pick<Proof, 'code_mac'>, user_id: string, purpose: Purpose, code: string) =>
  isMac(kept.code_mac, CODE_PURPOSE, user_id, purpose, code)

/** Whether a link was asked for by a client that holds a PKCE verifier. */
export const isPkceLink = (link_token: string) => link_token.startsWith(PKCE_PREFIX)

/** The address that is mailed. */
export function linkTo(publicUrl: string, link: { link_token: string; purpose: Purpose; redirect_to: URL }): string {
  const url = new URL('/auth/v1/verify', publicUrl)
  url.search = new URLSearchParams({
    token: link.link_token,
    type: typeOf(link.purpose),
    redirect_to: link.redirect_to.href,
  }).toString()
  return url.href
}
