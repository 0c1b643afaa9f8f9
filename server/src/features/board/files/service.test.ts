import { type ApiResponse, expectError, retryUntilAnswered } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const CARDS = 8
const FILE = Buffer.alloc(700 * 1024, ' ')
let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { UPLOADS_FILE_MB: '1', UPLOADS_CLIENT_MB: '1', UPLOADS_STUDIO_MB: '2' } })
})
afterAll(() => server.stop())

/** Creates several cards. @returns the paths of their files */
async function createCards({ client }: StudioOfTest): Promise<string[]> {
  const project = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  const paths = []
  for (let index = 0; index < CARDS; index += 1) {
    const card = await client.post('/cards', { project_id: project.body.id, title: `Take ${index}` })
    paths.push(`/cards/${card.body.id}/files`)
  }
  return paths
}

/** Repeats an upload while it is rate limited: a person may have three uploads in progress at a time. */
async function uploadOnceFree(person: TestUser, path: string): Promise<ApiResponse> {
  for (;;) {
    const response = await retryUntilAnswered(() => person.upload('POST', path, FILE, { name: 'note.txt' }))
    if (response.body?.code !== 'RATE_LIMITED') return response
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test.each([
  ['admin', 2],
  ['client', 1],
] as const)('concurrent uploads of the %s to several cards stay within the quota', async (role, storedCount) => {
  const fixture = await aStudio(server)
  const paths = await createCards(fixture)
  const responses = await Promise.all(paths.map((path) => uploadOnceFree(fixture[role], path)))
  const rejections = responses.filter(({ status }) => status !== 201)
  for (const response of rejections) expectError(response, 'FILES_QUOTA')
  expect(responses.length - rejections.length).toBe(storedCount)
})

test('a file may have at most the size that the operator set, and the error names the limit', async () => {
  const fixture = await aStudio(server)
  const [path = ''] = await createCards(fixture)
  const tooLarge = await fixture.client.upload('POST', path, Buffer.alloc(1024 * 1024 + 1, ' '), { name: 'note.txt' })
  expectError(tooLarge, 'PAYLOAD_TOO_LARGE')
  expect(tooLarge.body.message).toBe('File size must be less than 1MB')
  const fitting = await fixture.client.upload('POST', path, Buffer.alloc(1024 * 1024, ' '), { name: 'note.txt' })
  expect(fitting.status).toBe(201)
})
