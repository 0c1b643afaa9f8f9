import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { callAs } from '@studiohub/testing/http.ts'
import { TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRejectedServer } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let installation: Awaited<ReturnType<typeof aServerEnvironment>>
beforeAll(async () => {
  installation = await aServerEnvironment({}, 'embedded')
})
afterAll(() => installation.remove())

const STOP_TIME_MAX_MS = 40_000
const REQUESTS_AT_ONCE = 24

type SignUpResult = { email: string; status: number | null; sent_before_stop: boolean }

/**
 * Signs up on a separate connection. Sends the body only after the server has read the head, because a server cannot complete
 * a request that still waits in the kernel's queue.
 * @param onRead called when the server has read the head
 * @returns the status; null if the connection was refused or broken
 */
function signUp(url: string, email: string, onRead: () => void): Promise<number | null> {
  const body = JSON.stringify({ email, password: TEST_PASSWORD })
  const length = Buffer.byteLength(body)
  const headers = { 'content-type': 'application/json', 'content-length': length, expect: '100-continue' }
  return new Promise((resolve) => {
    const outgoing = request(
      `${url}/auth/v1/signup`,
      { method: 'POST', headers, agent: new Agent({ keepAlive: false }) },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.complete ? (response.statusCode ?? null) : null))
        response.on('error', () => resolve(null))
      },
    )
    outgoing.on('error', () => resolve(null))
    outgoing.on('continue', () => {
      onRead()
      outgoing.end(body)
    })
    outgoing.flushHeaders()
  })
}

test('a server stopped under load completes running requests, exits in time, and loses no acknowledged change', async () => {
  const server = await startProcess(installation.environment)
  const results: Promise<SignUpResult>[] = []
  const heads: Promise<void>[] = []
  let isStopping = false
  const send = () => {
    const email = `${randomUUID()}@example.com`
    const sent_before_stop = !isStopping
    const { promise, resolve } = Promise.withResolvers<void>()
    heads.push(promise)
    results.push(signUp(server.url, email, resolve).then((status) => ({ email, status, sent_before_stop })))
  }
  for (let index = 0; index < REQUESTS_AT_ONCE; index += 1) send()
  await Promise.all(heads)
  await Promise.race(results)
  isStopping = true
  const startedAt = performance.now()
  const stopped = server.stop()
  for (let index = 0; index < 8; index += 1) {
    send()
    await wait(5)
  }
  expect(await stopped).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(STOP_TIME_MAX_MS)
  const completed = await Promise.all(results)
  expect(completed.filter(({ sent_before_stop, status }) => sent_before_stop && status !== 200)).toEqual([])
  // Later calls succeed, are rejected as unavailable, or cannot connect. Other results are errors.
  expect(completed.filter(({ status }) => ![200, 503, null].includes(status))).toEqual([])

  const newServer = await startProcess(installation.environment)
  try {
    for (const { email, status } of completed) {
      const body = { email, password: TEST_PASSWORD }
      const response = await callAs(newServer.url, null).request('POST', '/auth/v1/token?grant_type=password', body)
      // Only a response shows whether the sign-up succeeded. After a broken connection, this is unknown.
      if (status !== null) expect({ email, known: response.status === 200 }).toEqual({ email, known: status === 200 })
    }
  } finally {
    expect(await newServer.stop()).toBe(0)
  }
}, 240_000)

test('a server stores its compiled code for the next start', async () => {
  const server = await startProcess(installation.environment)
  await server.stop()
  const cache = join(installation.dataDir, 'compile-cache')
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  // Packages have hundreds of modules. Without them, the cache would have one or two files.
  expect(files.length).toBeGreaterThan(100)
}, 240_000)

test('an invalid variable stops the start with its name, one sentence and exit code 1', async () => {
  const { exit_code, output } = await startRejectedServer({
    ...installation.environment,
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'nowhere',
  })
  expect(exit_code).toBe(1)
  expect(output).toMatch(
    /^This configuration cannot be used\.\n {2}PUBLIC_URL: must be a web address[^\n]*\n {2}LOG_LEVEL[^\n]*\n$/,
  )
}, 240_000)

// restore.test.ts tests a start with another SECRET_KEY.
test('a failed start prints the reason in one sentence, without a stack', async () => {
  const key = { SECRET_KEY: 'a'.repeat(64) }
  const failedStart = await startRejectedServer({
    ...key,
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/nowhere`,
  })
  expect(failedStart.exit_code).toBe(1)
  expect(failedStart.output).toMatch(/^The database of DATABASE_URL cannot be used: connect ECONNREFUSED [\d.:]+\n$/)
}, 240_000)

test('on Alpine the start says what to install instead', async () => {
  const musl = "Object.defineProperty(process,'platform',{value:'linux'});process.report.getReport=()=>({header:{}})"
  const NODE_OPTIONS = `--import=data:text/javascript,${musl}`
  const { exit_code, output } = await startRejectedServer({ ...installation.environment, NODE_OPTIONS })
  expect(output).toMatch(
    /^StudioHub brings no PostgreSQL for linux \w+ with musl\. Install PostgreSQL 15 or later and name it in DATABASE_URL\.\n$/,
  )
  expect(exit_code).toBe(1)
}, 240_000)

test('`create-super-admin` takes its password from SUPER_ADMIN_PASSWORD, as its usage says', async () => {
  const env = { ...installation.environment, SUPER_ADMIN_PASSWORD: 'a good password' }
  expect(await runAdmin(env, ['create-super-admin', 'a@example.com'])).toEqual({
    exit_code: 0,
    output: 'a@example.com was created and is a super admin.\n',
  })
  const shortPassword = await runAdmin({ ...env, SUPER_ADMIN_PASSWORD: 'short' }, [
    'create-super-admin',
    'a@example.com',
  ])
  expect(shortPassword).toEqual({ exit_code: 1, output: 'A password has at least 6 characters.\n' })
}, 240_000)
