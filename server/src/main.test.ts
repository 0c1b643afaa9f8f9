import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { callAs } from '@studiohub/testing/http.ts'
import { TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRefused } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let installation: Awaited<ReturnType<typeof aServerEnvironment>>
beforeAll(async () => {
  installation = await aServerEnvironment({}, 'embedded')
})
afterAll(() => installation.remove())

const WITHIN_MS = 40_000
const AT_ONCE = 24

type Outcome = { email: string; status: number | null; sent_before_stop: boolean }

/**
 * One sign-up on a connection of its own. It sends its body when the server has read its head: what waits in the kernel's
 * queue to be accepted, no server can finish.
 * @param onRead called when the server has read the head
 * @returns null as status where the connection was refused or broken
 */
function signUp(url: string, email: string, onRead: () => void): Promise<number | null> {
  const body = JSON.stringify({ email, password: TEST_PASSWORD })
  const length = Buffer.byteLength(body)
  const headers = { 'content-type': 'application/json', 'content-length': length, expect: '100-continue' }
  return new Promise((resolve) => {
    const sent = request(
      `${url}/auth/v1/signup`,
      { method: 'POST', headers, agent: new Agent({ keepAlive: false }) },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.complete ? (answer.statusCode ?? null) : null))
        answer.on('error', () => resolve(null))
      },
    )
    sent.on('error', () => resolve(null))
    sent.on('continue', () => {
      onRead()
      sent.end(body)
    })
    sent.flushHeaders()
  })
}

test('a server stopped under load completes running requests, exits in time, and loses no acknowledged change', async () => {
  const server = await startProcess(installation.environment)
  const outcomes: Promise<Outcome>[] = []
  const heads: Promise<void>[] = []
  let stopping = false
  const send = () => {
    const email = `${randomUUID()}@example.com`
    const sent_before_stop = !stopping
    const { promise, resolve } = Promise.withResolvers<void>()
    heads.push(promise)
    outcomes.push(signUp(server.url, email, resolve).then((status) => ({ email, status, sent_before_stop })))
  }
  for (let index = 0; index < AT_ONCE; index += 1) send()
  await Promise.all(heads)
  await Promise.race(outcomes)
  stopping = true
  const startedAt = performance.now()
  const stopped = server.stop()
  for (let index = 0; index < 8; index += 1) {
    send()
    await wait(5)
  }
  expect(await stopped).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS)
  const done = await Promise.all(outcomes)
  expect(done.filter(({ sent_before_stop, status }) => sent_before_stop && status !== 200)).toEqual([])
  // Later calls were answered, rejected as unavailable, or not connected: never anything else.
  expect(done.filter(({ status }) => ![200, 503, null].includes(status))).toEqual([])

  const again = await startProcess(installation.environment)
  try {
    for (const { email, status } of done) {
      const body = { email, password: TEST_PASSWORD }
      const answer = await callAs(again.url, null).request('POST', '/auth/v1/token?grant_type=password', body)
      // After a broken connection the result of its request is unknown; after an answer it is known.
      if (status !== null) expect({ email, known: answer.status === 200 }).toEqual({ email, known: status === 200 })
    }
  } finally {
    expect(await again.stop()).toBe(0)
  }
}, 240_000)

test('a server keeps its compiled code for the next start', async () => {
  const server = await startProcess(installation.environment)
  await server.stop()
  const cache = join(installation.dataDir, 'compile-cache')
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  // The modules of packages are hundreds; only the entry itself would be one or two.
  expect(files.length).toBeGreaterThan(100)
}, 240_000)

test('an invalid variable stops the start with its name, one sentence and exit code 1', async () => {
  const { exit_code, output } = await startRefused({
    ...installation.environment,
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'nowhere',
  })
  expect(exit_code).toBe(1)
  expect(output).toMatch(
    /^This configuration cannot be used\.\n {2}PUBLIC_URL: must be a web address[^\n]*\n {2}LOG_LEVEL[^\n]*\n$/,
  )
}, 240_000)

// That of another SECRET_KEY is in restore.test.ts.
test('a failed start says why in one sentence, without a stack', async () => {
  const key = { SECRET_KEY: 'a'.repeat(64) }
  const away = await startRefused({ ...key, DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/nowhere` })
  expect(away.exit_code).toBe(1)
  expect(away.output).toMatch(/^The database of DATABASE_URL cannot be used: connect ECONNREFUSED [\d.:]+\n$/)
}, 240_000)

test('`create-super-admin` takes its password from SUPER_ADMIN_PASSWORD, as its usage says', async () => {
  const env = { ...installation.environment, SUPER_ADMIN_PASSWORD: 'a good password' }
  expect(await runAdmin(env, ['create-super-admin', 'a@example.com'])).toEqual({
    exit_code: 0,
    output: 'a@example.com was created and is a super admin.\n',
  })
  const short = await runAdmin({ ...env, SUPER_ADMIN_PASSWORD: 'short' }, ['create-super-admin', 'a@example.com'])
  expect(short).toEqual({ exit_code: 1, output: 'A password has at least 6 characters.\n' })
}, 240_000)
