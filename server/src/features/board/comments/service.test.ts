import { setTimeout as wait } from 'node:timers/promises'
import { asPerson } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Long enough for a call to reach its insert statement. */
const WAIT_MS = 500

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a comment fails with NOT_FOUND if its card is deleted at the same time', async () => {
  const { admin, client } = await aStudio(server)
  const { body: project } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  const addCard = async (): Promise<string> =>
    (await client.post('/cards', { project_id: project.id, title: 'Record vocals' })).body.id
  const [deleted, remaining] = [await addCard(), await addCard()]
  const comment = await asPerson(admin, async (tx) => {
    await tx.deleteFrom('production_cards').where('id', '=', deleted).execute()
    // The call waits for the end of this transaction, because it still sees the card.
    const response = client.post(`/cards/${deleted}/comments`, { body: 'Too late' })
    await wait(WAIT_MS)
    return { response }
  })
  expectError(await comment.response, 'NOT_FOUND')
  expect((await client.post(`/cards/${remaining}/comments`, { body: 'In time' })).status).toBe(201)
})
