import { setTimeout as wait } from 'node:timers/promises'
import { asPerson } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Long enough for a call to reach its insert. */
const WAITS_MS = 500

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a comment on a card that is deleted at the same moment finds no card', async () => {
  const { admin, client } = await aStudio(server)
  const { body: project } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  const addCard = async (): Promise<string> =>
    (await client.post('/cards', { project_id: project.id, title: 'Record vocals' })).body.id
  const [deleted, kept] = [await addCard(), await addCard()]
  const comment = await asPerson(admin, async (tx) => {
    await tx.deleteFrom('production_cards').where('id', '=', deleted).execute()
    // It waits for the end of this transaction, because it still sees the card.
    const answer = client.post(`/cards/${deleted}/comments`, { body: 'Too late' })
    await wait(WAITS_MS)
    return { answer }
  })
  expectError(await comment.answer, 'NOT_FOUND')
  expect((await client.post(`/cards/${kept}/comments`, { body: 'In time' })).status).toBe(201)
})
