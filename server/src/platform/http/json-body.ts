import { fail } from '@studiohub/contract/errors.ts'

const suspicious = /\\u(0000|d[89a-f])|\0/i

/**
 * Parses a JSON body. An empty body is `undefined`, whatever its content type is. Rejects NUL characters, which the database
 * cannot store, and lone surrogates, which it would silently change.
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
    // `JSON.parse` uses the last of two equal keys. Another reader of the same text might use the first.
    if (countKeys(value) !== countWrittenKeys(text)) fail('BAD_REQUEST')
    return value
  } catch {
    // `JSON.parse` and the count also throw for a body that is nested too deeply.
    fail('BAD_REQUEST')
  }
}

/** Counts the keys of all objects in `value`. No valid body contains the key `__proto__`. */
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

/** Counts the keys in valid JSON text: strings that are followed by a colon. */
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

/** Whether an odd number of backslashes comes before the character. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Whether the database can store every text in `value` unchanged. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part))
}
