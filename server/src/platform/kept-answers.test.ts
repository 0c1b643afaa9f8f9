import { aPerson } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetKeptAnswers } from './kept-answers.ts'
import { createLog } from './log.ts'

const HOUR_MS = 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const forgetIn = (hours: number) =>
  forgetKeptAnswers.handle(
    {},
    {
      job_id: 'test',
      now: new Date(Date.now() + hours * HOUR_MS),
      log: createLog('silent'),
      signal: AbortSignal.timeout(5_000),
    },
  )

test('a kept answer is given again for a day and more, and is then forgotten with what it held', async () => {
  const person = await aPerson(server)
  const headers = { 'idempotency-key': 'once' }
  const rename = (full_name: string) => person.request('PATCH', '/api/v1/me/profile', { full_name }, { headers })
  expect((await rename('Ada')).status).toBe(200)
  await forgetIn(25)
  expect((await rename('Eve')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  await forgetIn(49)
  expect((await rename('Eve')).body.full_name).toBe('Eve')
})
