import { fail } from '@studiohub/contract/errors.ts'

const suspicious = /\\u(0000|d[89a-f])|\0/i

/**
 * Reads a JSON body. No body at all is `undefined`, whatever its content type says. NUL characters and lone surrogates
 * are refused here, since the database would refuse the one and silently change the other (safety G11).
 */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  const value = parse(text)
  if (suspicious.test(text) && !isStorable(value)) fail('BAD_REQUEST')
  return value
}

function parse(text: string): unknown {
  try {
    // A key that reaches the prototype has no place in any body of ours.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? fail('BAD_REQUEST') : value))
  } catch {
    return fail('BAD_REQUEST')
  }
}

/** Whether every text in `value` can be stored as it is. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part))
}
