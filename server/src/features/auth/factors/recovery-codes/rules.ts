import { createHash, randomBytes } from 'node:crypto'

export const CODE_COUNT = 10
// Crockford's base 32, in which no letter looks like a digit. 16 characters have 80 bits.
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/

const createCode = () => [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** Creates the codes of a set. They are shown only once. */
export const createCodes = (): string[] => Array.from({ length: CODE_COUNT }, createCode)

/** Reads a typed code: case, spaces and hyphens do not matter. @returns null if it cannot be a code */
export function readCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return CODE.test(code) ? code : null
}

/**
 * The stored hash of a code. A plain hash is enough for 80 random bits. It needs no key of the operator, so codes still work
 * if the operator's key and the secrets of authenticator apps are lost.
 */
export const hashCode = (factor_id: string, code: string) =>
  createHash('sha256').update(`${factor_id} ${code}`).digest('base64url')
