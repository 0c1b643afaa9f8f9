import { randomBytes } from 'node:crypto'
import { endureOutage } from '@studiohub/testing/outage.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { type OwnPostgres, startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryDelay } from './platform/db/listener.ts'

// The product on a PostgreSQL server that goes away. `npm run prove -- drills` does the same for longer.

const POOL = 8

let postgres: OwnPostgres
let server: TestServer
beforeAll(async () => {
  postgres = await startOwnPostgres()
  const secret = randomBytes(32).toString('hex')
  server = await startServer({
    env: { DATABASE_URL: postgres.url, SECRET_KEY: secret, DATABASE_POOL: String(POOL) },
  })
})
afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
})

test('R1: an idle product has one listening connection after its database was away', async () => {
  const { before, after } = await endureOutage(server, postgres, { seconds: 1.2 })
  expect(before.listening).toBe(1)
  expect(after.listening).toBe(1)
  expect(after.all).toBeLessThanOrEqual(POOL + 1)
})

test('R1: under load it answers 503 while its database is away, and opens no further connections', async () => {
  const { token } = await aPerson(server)
  const { after, answers } = await endureOutage(server, postgres, { seconds: 1.2, token })
  expect(answers).toEqual(['503 UNAVAILABLE'])
  expect(after.listening).toBe(1)
  expect(after.all).toBeLessThanOrEqual(POOL + 1)
})

test('R1: attempts to reconnect become rarer, up to five seconds, and do not come at the same time', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelay(failures, 1))).toEqual([
    ...[250, 500, 1_000, 2_000, 4_000, 5_000, 5_000],
  ])
  expect([0, 50].map((failures) => retryDelay(failures, 0))).toEqual([125, 2_500])
})
