import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson, type TestUser } from '@studiohub/testing/people.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearKeyCache, rotateSigningKey } from '#platform/auth/signing-keys.ts'
import { asAuth } from '#platform/db/actor.ts'
import { rotateSigningKeys } from '../jobs.ts'

let server: TestServer
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }
const secret = randomBytes(32).toString('hex')

beforeAll(async () => {
  server = await startServer({ clock, env: { SECRET_KEY: secret } })
})
afterAll(() => server.stop())

const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? ''
const publishedKids = async (url = server.url): Promise<string[]> => {
  const { body, headers } = await callAs(url, null).request('GET', '/auth/v1/.well-known/jwks.json')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  return body.keys.map(({ kid }: { kid: string }) => kid)
}
const tokenOf = async ({ email, password }: TestUser): Promise<string> =>
  (await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', { email, password })).body
    .access_token
/** The statuses of both APIs for a token. */
const statusesOf = async (token: string, url = server.url) => {
  const caller = callAs(url, token)
  const responses = [await caller.get('/me'), await caller.request('GET', '/auth/v1/user')]
  return responses.map(({ status }) => status)
}

function rotate() {
  const log = { info() {}, warn() {}, error() {} }
  const signal = new AbortController().signal
  return rotateSigningKeys.handle({}, { job_id: randomUUID(), now: clock.now(), log, signal })
}

test('during a rotation every issued token is valid until it expires, and no longer', async () => {
  const person = await aPerson(server)
  const oldKid = kidOf(person.token)
  await rotate()
  expect(await publishedKids(), 'a key serves for 90 days').toEqual([oldKid])

  ahead_ms = 90 * DAY_MS + MINUTE_MS
  const before = await tokenOf(person)
  await rotate()
  const [first, second, ...more] = await publishedKids()
  expect(more).toEqual([])
  expect([first, second]).toContain(oldKid)
  const newKid = first === oldKid ? second : first
  ahead_ms += 19 * MINUTE_MS
  const last = await tokenOf(person)
  expect([kidOf(before), kidOf(last)], 'clients have not heard of the new key yet').toEqual([oldKid, oldKid])

  ahead_ms += 2 * MINUTE_MS
  const next = await tokenOf(person)
  expect(kidOf(next)).toBe(newKid)
  for (const token of [before, last, next]) expect(await statusesOf(token)).toEqual([200, 200])
  ahead_ms += 57 * MINUTE_MS
  expect(await statusesOf(before), 'an hour after it was signed').toEqual([401, 403])
  for (const token of [last, next]) expect(await statusesOf(token)).toEqual([200, 200])
  expect(new Set(await publishedKids())).toEqual(new Set([oldKid, newKid]))
  ahead_ms += 2 * MINUTE_MS
  expect(await statusesOf(last)).toEqual([401, 403])
  expect(await statusesOf(next)).toEqual([200, 200])
  ahead_ms += 12 * MINUTE_MS
  expect(await publishedKids()).toEqual([newKid])
  ahead_ms = 0
})

test('two processes accept each other’s tokens, also during a key rotation', async () => {
  const env = {
    DATABASE_URL: server.databaseUrl,
    SECRET_KEY: secret,
    DATA_DIR: server.dataDir,
    PUBLIC_URL: server.url,
    DEMO: 'off',
  }
  const other = await startProcess(env)
  try {
    const person = await aPerson(server)
    const otherPerson = await aPerson(other)
    expect(await statusesOf(person.token, other.url)).toEqual([200, 200])
    // The key must have been used for a while; another test has rotated keys at a later time.
    const now = new Date().toISOString()
    const signs_from = new Date(Date.now() - DAY_MS).toISOString()
    await asAuth(async (tx) => {
      await tx.deleteFrom('auth.signing_keys').where('signs_from', '>', now).execute()
      await tx.updateTable('auth.signing_keys').set({ signs_from }).execute()
    })
    clearKeyCache()
    // As if the rotation had begun 21 minutes ago: this process signs with the new key, the other has not read it.
    const newKid = await rotateSigningKey(new Date(Date.now() - 21 * MINUTE_MS), 3600)
    const token = await tokenOf(person)
    expect(kidOf(token)).toBe(newKid)
    expect(kidOf(otherPerson.token)).not.toBe(newKid)
    // A process reads the keys again for an unknown name, at most every five seconds. It has read them at its start.
    const readStatuses = () => statusesOf(token, other.url)
    await expect.poll(readStatuses, { timeout: 60_000, interval: 500 }).toEqual([200, 200])
    expect(await publishedKids(other.url)).toContain(newKid)
    expect(await statusesOf(otherPerson.token)).toEqual([200, 200])
  } finally {
    await other.stop()
  }
}, 60_000)
