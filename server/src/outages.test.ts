import { randomBytes } from 'node:crypto'
import { aFileStore } from '@studiohub/testing/file-store.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { simulateFullDisk, simulateOutage } from '@studiohub/testing/outage.ts'
import { aPerson, aStudio } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { type OwnPostgres, startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retryDelay } from './platform/db/listener.ts'

// These tests run the product on a PostgreSQL server that stops. `npm run prove -- drills` runs the same for longer.

const POOL = 8

let postgres: OwnPostgres
let server: TestServer
let store: Awaited<ReturnType<typeof aFileStore>>
beforeAll(async () => {
  postgres = await startOwnPostgres()
  store = await aFileStore()
  const secret = randomBytes(32).toString('hex')
  server = await startServer({
    env: { DATABASE_URL: postgres.url, SECRET_KEY: secret, DATABASE_POOL: String(POOL), ...store.env },
  })
})
afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
  await store?.stop()
})

test('an idle server has one listening connection after its database was unreachable', async () => {
  const { before, after } = await simulateOutage(server, postgres, { seconds: 1.2 })
  expect(before.listening).toBe(1)
  expect(after.listening).toBe(1)
  expect(after.all).toBeLessThanOrEqual(POOL + 1)
})

test('under load, a server responds with 503 while its database is unreachable, and opens no further connections', async () => {
  const { token } = await aPerson(server)
  const { after, responses } = await simulateOutage(server, postgres, { seconds: 1.2, token })
  expect(responses).toEqual(['503 UNAVAILABLE'])
  expect(after.listening).toBe(1)
  expect(after.all).toBeLessThanOrEqual(POOL + 1)
})

test('reconnection attempts become rarer, up to five seconds, and are not simultaneous', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelay(failures, 1))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
  ])
  expect([0, 50].map((failures) => retryDelay(failures, 0))).toEqual([125, 2_500])
})

test('`/readyz` shows neither the address nor the error of an unreachable database', async () => {
  await postgres.halt()
  const response = await callAs(server.url, null).request('GET', '/readyz')
  await postgres.resume()
  expect(response.status).toBe(503)
  expect(response.body).toMatchObject({
    status: 'degraded',
    database: { ok: false, detail: 'The database does not answer.' },
  })
  expect(response.text).not.toMatch(/127\.0\.0\.1|ECONN|connect/)
})

describe('a full disk of the database', () => {
  test('while the disk is full, signed-in people can read and stay signed in, nothing is written, and everything works afterwards', async () => {
    const { studio, admin, client } = await aStudio(server)
    const visitor = callAs(server.url, null)
    const { email, password } = client
    const signIn = () => visitor.request('POST', '/auth/v1/token?grant_type=password', { email, password })
    const { refresh_token } = (await signIn()).body
    const refresh = () => visitor.request('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
    const write = () => client.patch('/me/profile', { phone: '123' })
    const checkReadiness = () => visitor.request('GET', '/readyz')

    const disk = await simulateFullDisk(postgres)
    const rejection = await write()
    expectError(rejection, 'STORAGE_FULL')
    expect(rejection.headers.get('retry-after')).toBe('30')
    for (const response of [await signIn(), await refresh()]) {
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('30')
      expect(response.body.msg).toMatch(/^Our storage is full/)
    }
    for (const reader of [client, admin]) {
      expect((await reader.get('/me')).status).toBe(200)
      expect((await reader.get(`/studios/${studio.id}`)).status).toBe(200)
    }
    const readyz = await checkReadiness()
    expect(readyz.status).toBe(200)
    expect(readyz.body).toMatchObject({ status: 'degraded', database: { ok: true, writes: false } })
    await disk.freeDisk()

    expect((await checkReadiness()).body).toMatchObject({ status: 'ready', database: { ok: true, writes: true } })
    expect((await refresh()).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    expect((await write()).status).toBe(200)
  })
})

test.each([500, 503, 'silence'] as const)(
  'while the file store fails with %s, files are 503 and everything else works',
  async (fault) => {
    const person = await aPerson(server)
    const picture = await aPhoto()
    const { avatar_url } = (await person.upload('PUT', '/me/avatar', picture)).body
    const path = new URL(avatar_url, server.url).pathname
    const visitor = callAs(server.url, null)
    store.breakWith(fault)
    const responses = [await person.upload('PUT', '/me/avatar', picture), await visitor.request('GET', path)]
    const readyz = await visitor.request('GET', '/readyz')
    const change = await person.patch('/me/profile', { phone: '123' })
    store.breakWith(null)
    for (const response of responses) {
      expectError(response, 'FILES_UNAVAILABLE')
      expect(response.headers.get('retry-after')).toBe('10')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect(readyz.status).toBe(200)
    expect(readyz.body).toMatchObject({
      status: 'degraded',
      files: { ok: false, detail: 'The file store does not answer.' },
    })
    expect(readyz.text).not.toContain('127.0.0.1')
    expect(change.status).toBe(200)
    expect((await visitor.request('GET', path)).status).toBe(200)
    expect((await visitor.request('GET', '/readyz')).body.status).toBe('ready')
  },
)
