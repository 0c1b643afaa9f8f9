import { createHash, randomBytes } from 'node:crypto'

export const CODES = 10
// Crockford's base 32: no letter is easily taken for a digit. 16 of them hold 80 bits.
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/

const newCode = () => [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** A new set of codes as they are shown, once. */
export const newCodes = (): string[] => Array.from({ length: CODES }, newCode)

/** A code as it was typed: case, spaces and hyphens do not count. @returns null for what cannot be one */
export function readCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return CODE.test(code) ? code : null
}

/**
 * What is kept of a code. A plain hash is enough for 80 random bits. It needs no key of the operator's, so codes still
 * work where that key was lost and the secrets of authenticator apps with it.
 */
export const hashOf = (factor_id: string, code: string) =>
  createHash('sha256').update(`${factor_id} ${code}`).digest('base64url')
