import { randomInt } from 'node:crypto'
import { mac, randomSecret, sha256 } from '../../../platform/secrets.ts'

/** What a mailed link or code is for. */
export type Purpose = 'signup' | 'recovery'

/** The `type` of a link or code, as it travels, and what it must have been mailed for. */
const purposes: Record<string, Purpose> = { signup: 'signup', email: 'signup', recovery: 'recovery' }

export const purposeOf = (type: string): Purpose | null =>
  Object.hasOwn(purposes, type) ? (purposes[type] ?? null) : null

const PROOF_LIFE_MS = 60 * 60_000
const LINK_BYTES = 32
const CODE_DIGITS = 6
const PKCE_PREFIX = 'pkce_'

/** What a mail offers, and what of it is kept: neither the link nor the code can be found from the kept part. */
export type Proof = { link_token: string; code: string; link_hash: string; code_mac: string; expires_at: Date }

/** Makes a link and a six-digit code for one person and purpose, good for an hour. */
export function makeProof(user_id: string, purpose: Purpose, wish: { pkce: boolean; now: Date }): Proof {
  const link_token = `${wish.pkce ? PKCE_PREFIX : ''}${randomSecret(LINK_BYTES)}`
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return {
    link_token,
    code,
    link_hash: sha256(link_token),
    code_mac: macOfCode(user_id, purpose, code),
    expires_at: new Date(wish.now.getTime() + PROOF_LIFE_MS),
  }
}

export const macOfCode = (user_id: string, purpose: Purpose, code: string) =>
  mac('one-time-code', user_id, purpose, code)

/** Whether a link was asked for by a client that holds a PKCE verifier. */
export const isPkceLink = (link_token: string) => link_token.startsWith(PKCE_PREFIX)

/** The address that is mailed. */
export function linkTo(publicUrl: string, link: { link_token: string; purpose: Purpose; redirect_to: URL }): string {
  const url = new URL('/auth/v1/verify', publicUrl)
  url.search = new URLSearchParams({
    token: link.link_token,
    type: link.purpose,
    redirect_to: link.redirect_to.href,
  }).toString()
  return url.href
}
