import { queuePlanEmails } from '@studiohub/server/features/emails/plans/jobs.ts'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import { enqueue } from '@studiohub/server/platform/jobs/jobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoDatabaseChange } from './database-rows.ts'
import { callAs } from './http.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a job of the schedule that is queued during a request is no change of the request', async () => {
  const response = await expectNoDatabaseChange(async () => {
    await asSystem((tx) => enqueue(tx, queuePlanEmails, {}))
    return callAs(server.url, null).get('/public/studios')
  }, false)
  expect(response.status).toBe(200)
})
