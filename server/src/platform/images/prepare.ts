import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { type ImageRule, maxBytes, tooLarge, wrongType } from '@studiohub/contract/shared/images.ts'
import { z } from 'zod'
import { createTurns } from '../process/turns.ts'
import { findImageType } from './image-type.ts'
import type { PictureOrder, PictureShape } from './picture-order.ts'

const MAX_PIXELS = 25_000_000
const CPU_SECONDS = 2
const MEMORY_MB = 256
const CHECK_MEMORY_EVERY_MS = 20
const TIMEOUT_MS = 15_000
const WAITING_MAX = 20
/** A stored picture is reshaped only if fewer pictures than this are waiting, because uploads come first. */
const RESHAPE_WAITING_MAX = 6

// One picture at a time.
const turns = createTurns({ runningMax: 1, waitingMax: WAITING_MAX, reject: () => fail('UNAVAILABLE') })

/** A picture that was decoded, rotated, resized and encoded again, so that it contains only pixels. */
export type Picture = { bytes: Uint8Array; extension: PictureShape['format']; hash: string }

/**
 * Makes a safe picture from an uploaded file. Metadata, scripts and appended files are removed, because the pixels are
 * encoded again. An SVG becomes pixels.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, IMAGE_UNREADABLE, IMAGE_TOO_COMPLEX or UNSAFE_SVG
 */
export async function preparePicture(bytes: Uint8Array, rule: ImageRule, shape: PictureShape): Promise<Picture> {
  if (bytes.length > maxBytes(rule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
  const type = findImageType(bytes)
  if (!type || !rule.types.includes(type)) fail('UNSUPPORTED_MEDIA_TYPE', { message: wrongType(rule) })
  const prepared = await turns.run(() => encodeInProcess(bytes, { type, shape, max_pixels: MAX_PIXELS }))
  // A hash of the content alone would let anyone test whether a picture is stored here. Also, a picture that is deleted and
  // uploaded again would get its old name.
  const hash = createHash('sha256').update(randomBytes(16)).update(prepared).digest('hex').slice(0, 32)
  return { bytes: prepared, extension: shape.format, hash }
}

/**
 * Encodes a stored picture again in another shape.
 * @returns null if it cannot be read, or if too many pictures are waiting
 */
export async function reshapePicture(bytes: Uint8Array, shape: PictureShape): Promise<Uint8Array | null> {
  const type = findImageType(bytes)
  if (!type || turns.countWaiting() >= RESHAPE_WAITING_MAX) return null
  return turns.run(() => encodeInProcess(bytes, { type, shape, max_pixels: MAX_PIXELS })).catch(() => null)
}

// In development the source file runs. In the bundle, the program is next to the entry or one folder above a chunk.
function workerPath(): string {
  const places = ['./worker.ts', './picture-worker.js', '../picture-worker.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return places.find((path) => existsSync(path)) ?? fail('INTERNAL')
}

const PictureOutcome = z.discriminatedUnion('done', [
  z.object({ done: z.literal(true) }),
  z.object({ done: z.literal(false), why: z.enum(['unreadable', 'too_complex', 'unsafe']) }),
])
const codes = {
  unreadable: 'IMAGE_UNREADABLE',
  too_complex: 'IMAGE_TOO_COMPLEX',
  unsafe: 'UNSAFE_SVG',
} as const satisfies Record<string, ErrorCode>

async function encodeInProcess(bytes: Uint8Array, order: PictureOrder): Promise<Uint8Array> {
  // The shell's limit is enforced by the kernel, even if the process hangs. The environment is empty, because ours contains
  // secrets.
  const script = `ulimit -t ${CPU_SECONDS} && ulimit -c 0 && exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', script, process.execPath, '--no-warnings', workerPath()], {
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const watch = setInterval(() => void endIfTooLarge(child.pid, () => child.kill('SIGKILL')), CHECK_MEMORY_EVERY_MS)
  // The process may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(order)}\n`)
  child.stdin.end(bytes)
  try {
    const [output] = await Promise.all([buffer(child.stdout), ended])
    return readAnswer(output)
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

// A process that was killed has not written a complete answer.
function readAnswer(output: Buffer): Uint8Array {
  const end = output.indexOf(10)
  if (end === -1) fail('IMAGE_TOO_COMPLEX')
  const outcome = PictureOutcome.parse(JSON.parse(output.toString('utf8', 0, end)))
  if (!outcome.done) fail(codes[outcome.why])
  return new Uint8Array(output.subarray(end + 1))
}

const PAGE_BYTES = 4096

// Only Linux reports how much memory a process uses. On other systems only the pixel limit applies.
async function endIfTooLarge(pid: number | undefined, end: () => void) {
  try {
    const resident = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])
    if (resident * PAGE_BYTES > MEMORY_MB * 1024 * 1024) end()
  } catch {
    // The process has ended, or this system has no such file.
  }
}
