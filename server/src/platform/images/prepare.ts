import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { type ImageRule, maxBytes, tooLarge, wrongType } from '@studiohub/contract/shared/images.ts'
import { z } from 'zod'
import { imageTypeOf } from './image-type.ts'
import type { Order, Shape } from './order.ts'

const MAX_PIXELS = 25_000_000
const CPU_SECONDS = 2
const MEMORY_MB = 256
const LOOK_EVERY_MS = 20
const OVER_AFTER_MS = 15_000
const WAITING_AT_MOST = 20

/** A picture of ours: opened, turned, cut, and written again without anything but its pixels. */
export type Picture = { bytes: Uint8Array; extension: Shape['format']; hash: string }

/**
 * Makes a picture of ours out of what somebody sent. Whatever else is in the file, metadata, scripts, a second file behind
 * the first, is left behind, for the bytes are written again; a drawing becomes pixels.
 * @throws Refusal PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, IMAGE_UNREADABLE, IMAGE_TOO_COMPLEX or UNSAFE_SVG
 */
export async function preparePicture(bytes: Uint8Array, rule: ImageRule, shape: Shape): Promise<Picture> {
  if (bytes.length > maxBytes(rule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
  const type = imageTypeOf(bytes)
  if (!type || !rule.types.includes(type)) fail('UNSUPPORTED_MEDIA_TYPE', { message: wrongType(rule) })
  const made = await inTurn(() => makeInProcess(bytes, { type, shape, max_pixels: MAX_PIXELS }))
  // Not of the content alone: who knows a picture must not be able to ask whether somebody has it, and a picture that is
  // taken away and sent again is another file.
  const hash = createHash('sha256').update(randomBytes(16)).update(made).digest('hex').slice(0, 32)
  return { bytes: made, extension: shape.format, hash }
}

let running = false
const waiting: (() => void)[] = []

// One at a time: a flood of uploads must leave the processor and memory to everybody else.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running) {
    if (waiting.length >= WAITING_AT_MOST) fail('UNAVAILABLE')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running = false
  }
}

// In development the sources themselves are run; bundled, the program lies beside the entry or one folder above a chunk.
function program(): string {
  const places = ['./worker.ts', './picture-worker.js', '../picture-worker.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return places.find((path) => existsSync(path)) ?? fail('INTERNAL')
}

const Outcome = z.discriminatedUnion('done', [
  z.object({ done: z.literal(true) }),
  z.object({ done: z.literal(false), why: z.enum(['unreadable', 'too_complex', 'unsafe']) }),
])
const codes = {
  unreadable: 'IMAGE_UNREADABLE',
  too_complex: 'IMAGE_TOO_COMPLEX',
  unsafe: 'UNSAFE_SVG',
} as const satisfies Record<string, ErrorCode>

async function makeInProcess(bytes: Uint8Array, order: Order): Promise<Uint8Array> {
  // The shell's limit is the kernel's: it ends the process also where its own code no longer listens. It gets nothing of
  // our environment, in which there are secrets.
  const script = `ulimit -t ${CPU_SECONDS} && ulimit -c 0 && exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', script, process.execPath, '--no-warnings', program()], {
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), OVER_AFTER_MS)
  const watch = setInterval(() => void endWhereTooLarge(child.pid, () => child.kill('SIGKILL')), LOOK_EVERY_MS)
  // It may be ended before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(order)}\n`)
  child.stdin.end(bytes)
  try {
    const [said] = await Promise.all([buffer(child.stdout), ended])
    return readAnswer(said)
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

// One that was ended has not answered.
function readAnswer(said: Buffer): Uint8Array {
  const end = said.indexOf(10)
  if (end === -1) fail('IMAGE_TOO_COMPLEX')
  const outcome = Outcome.parse(JSON.parse(said.toString('utf8', 0, end)))
  if (!outcome.done) fail(codes[outcome.why])
  return new Uint8Array(said.subarray(end + 1))
}

const PAGE_BYTES = 4096

// Where the system tells how much memory a process has; elsewhere the limit of pixels stands alone.
async function endWhereTooLarge(pid: number | undefined, end: () => void) {
  try {
    const resident = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])
    if (resident * PAGE_BYTES > MEMORY_MB * 1024 * 1024) end()
  } catch {
    // It is over already, or there is no such file here.
  }
}
