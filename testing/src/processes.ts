import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './postgres.ts'

const server = resolve(import.meta.dirname, '../../server')
// A shared machine may be ten times slower.
const READY_WITHIN_MS = 150_000

/** The built server, which starts in half the time of its sources. The runners of tests and benchmarks build it first. */
const program = `${server}/dist/main.js`

// The scripts have no types.
const flagsFile = new URL('../../scripts/server-flags.mjs', import.meta.url).href
const { serverFlags }: { serverFlags: readonly string[] } = await import(flagsFile)

/** A server in its own process. */
export type ServerProcess = {
  url: string
  pid: number | undefined
  /** Time from its start until it was ready, in milliseconds. */
  ready_ms: number
  /** Its output so far. */
  output(): string
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<unknown>
}

/**
 * The product in its own process, like in production. Several may share a database and an address (`DATABASE_URL`,
 * `SECRET_KEY` and `PUBLIC_URL` of `env`).
 * @param port by default a free one
 * @throws with its output if it ends or is not ready in time
 */
export async function startProcess(env: Record<string, string>, port?: number): Promise<ServerProcess> {
  const startedAt = performance.now()
  const { child, url, output, ended } = await spawnServer(env, port)
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  if (await isReady(child, url)) {
    return {
      url,
      pid: child.pid,
      output,
      ready_ms: Math.round(performance.now() - startedAt),
      stop: end('SIGTERM'),
      kill: end('SIGKILL'),
    }
  }
  child.kill('SIGKILL')
  throw new Error(`a server process did not become ready:\n${output()}`)
}

/** Starts a server that must refuse to start. @returns its exit code and output */
export async function startRejectedServer(env: Record<string, string>) {
  const { child, output, ended } = await spawnServer(env)
  const abandon = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
  await ended
  clearTimeout(abandon)
  return { exit_code: child.exitCode, output: output() }
}

/** Starts a server and kills it (SIGKILL) as soon as `happened` returns true. @throws if it ends before */
export async function killServerWhen(env: Record<string, string>, happened: () => Promise<boolean>) {
  const { child, output, ended } = await spawnServer(env)
  while (child.exitCode === null && !(await happened())) await wait(20)
  child.kill('SIGKILL')
  await ended
  if (child.exitCode !== null) throw new Error(`the server ended before it was killed:\n${output()}`)
}

/** Runs `npm run admin -- ...` with this environment. @returns exit code and output */
export async function runAdmin(env: Record<string, string>, args: string[]) {
  const child = spawn(process.execPath, [`${server}/dist/admin.js`, ...args], {
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output, ended } = readOutput(child)
  await ended
  return { exit_code: child.exitCode, output: output() }
}

// Production settings, so that the tests run what ships.
const production = { NODE_ENV: 'production', TZ: 'UTC', HOST: '127.0.0.1' }

async function spawnServer(env: Record<string, string>, fixedPort?: number) {
  // Several processes may share an environment, so the port is not part of it.
  const port = String(fixedPort ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...serverFlags, program], {
    env: {
      ...production,
      PATH: process.env.PATH ?? '',
      PUBLIC_URL: url,
      BOOKING_MAIL_WAIT_SECONDS: '0',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, url, ...readOutput(child) }
}

function readOutput(child: ChildProcess) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      text = `${text}${part}`.slice(-10_000)
    })
  }
  // `close`, not `exit`: only then has all output been read.
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  return { ended, output: () => text }
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && child.exitCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return true
    await wait(50)
  }
  return false
}
