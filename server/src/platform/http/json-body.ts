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
    const value: unknown = JSON.parse(text)
    // `JSON.parse` keeps the last of two equal keys, and another reader of the same text might take the first.
    if (countKeys(value) !== countWrittenKeys(text)) fail('BAD_REQUEST')
    return value
  } catch {
    // Also where a body is nested so deeply that it cannot be walked.
    return fail('BAD_REQUEST')
  }
}

/** How many keys the objects in `value` have. A key that reaches the prototype has no place in any body of ours. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  const isList = Array.isArray(value)
  for (const [key, part] of Object.entries(value)) {
    if (key === '__proto__') fail('BAD_REQUEST')
    count += (isList ? 0 : 1) + countKeys(part)
  }
  return count
}

/** How many keys readable JSON spells out: its strings with a colon behind them. */
function countWrittenKeys(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', start + 1)) {
    do start = text.indexOf('"', start + 1)
    while (isEscaped(text, start))
    let next = start + 1
    while (isSpace(text.charCodeAt(next))) next += 1
    if (text[next] === ':') count += 1
  }
  return count
}

/** Whether an odd number of backslashes stands before the character. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Whether every text in `value` can be stored as it is. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part))
}
