import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './postgres.ts'

const main = resolve(import.meta.dirname, '../../server/src/main.ts')
const READY_WITHIN_MS = 30_000

/** A server in a process of its own. `stop` asks it to stop, as a supervisor does, and gives its exit code. */
export type ServerProcess = { url: string; stop(): Promise<number | null> }

/**
 * The product in a process of its own, as it runs in production but from its sources. Several may share a database and
 * an address (`DATABASE_URL`, `SECRET_KEY` and `PUBLIC_URL` of `env`).
 * @throws with what it said, where it is not ready within half a minute
 */
export async function startProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', HOST: '127.0.0.1', PUBLIC_URL: url, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said = `${said}${part}`.slice(-10_000)
    })
  }
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  if (await isReady(child, url)) return { url, stop }
  child.kill('SIGKILL')
  throw new Error(`a server process did not become ready:\n${said}`)
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && child.exitCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return true
    await wait(50)
  }
  return false
}
