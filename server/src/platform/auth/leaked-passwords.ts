import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { LeakedPasswordSource } from '../config/accounts.ts'
import { ConfigError } from '../config/values.ts'
import type { Log } from '../process/log.ts'

const PREFIX_DIGITS = 5
const HASH_DIGITS = 40
const ANSWER_WITHIN_MS = 2_000
/** More than the longest line of the file: a hash, a colon, a count and a line end. */
const LINE_BYTES_MAX = 64
const LINE = /^([0-9A-F]{40})(?::\d+)?\r?$/i

let source: LeakedPasswordSource | null = null
let log: Log | null = null

/**
 * Sets the source of leaked passwords; called once at start.
 * @throws ConfigError if a file cannot be read or does not begin with a SHA-1 hash
 */
export async function setLeakedPasswordSource(newSource: LeakedPasswordSource | null, newLog: Log): Promise<void> {
  source = newSource
  log = newLog
  if (newSource?.kind !== 'file') return
  const file = await open(newSource.path).catch(() => null)
  const first = file && (await hashAfter(file, 0))
  await file?.close()
  if (!first) {
    throw new ConfigError('AUTH_LEAKED_PASSWORDS: must be a readable file of sorted SHA-1 hashes, one on each line')
  }
}

/**
 * Whether a password is known to have leaked. A service gets only the first five digits of its SHA-1 hash (k-anonymity, as
 * in Have I Been Pwned). If the service does not answer, the password is accepted and the error is logged.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  if (!source) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    return source.kind === 'file' ? await isInFile(source.path, hash) : await isAtService(source.url, hash)
  } catch (error) {
    log?.warn({ error }, 'the list of leaked passwords could not be searched')
    return false
  }
}

async function isAtService(url: string, hash: string): Promise<boolean> {
  const address = new URL(hash.slice(0, PREFIX_DIGITS), url.endsWith('/') ? url : `${url}/`)
  // With padding all answers have the same length. Otherwise the length would reveal the prefix to an observer.
  const headers = { 'add-padding': 'true' }
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (!answer.ok) throw new Error(`the service for leaked passwords answered ${answer.status}`)
  const lines = (await answer.text()).split('\n').map((line) => line.trim().toUpperCase().split(':'))
  // Lines of padding have the count 0.
  return lines.some(([suffix, count]) => suffix === hash.slice(PREFIX_DIGITS) && count !== '0')
}

/** Binary search by byte offset, because the files have tens of gigabytes. */
async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path)
  try {
    let low = 0
    let high = (await file.stat()).size
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const hashAtMiddle = await hashAfter(file, middle)
      if (hashAtMiddle?.hash === hash) return true
      if (hashAtMiddle && hashAtMiddle.hash < hash) low = hashAtMiddle.end
      else high = middle
    }
    return false
  } finally {
    await file.close()
  }
}

/** The hash in the first line that begins at `offset` or later, and the offset after that line; null at the end of the file. */
async function hashAfter(file: FileHandle, offset: number): Promise<{ hash: string; end: number } | null> {
  // Starts one byte earlier, so that an offset right after a line end counts as the start of a line.
  const from = Math.max(0, offset - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES_MAX), 0, 2 * LINE_BYTES_MAX, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const start = offset === 0 ? 0 : text.indexOf('\n') + 1
  if (offset > 0 && start === 0) return null
  const line = text.slice(start).split('\n', 1)[0] ?? ''
  const hash = LINE.exec(line)?.[1]
  if (line.length < HASH_DIGITS || !hash) return null
  return { hash: hash.toUpperCase(), end: from + start + line.length + 1 }
}
