import { expectRefusal } from '@studiohub/testing/http.ts'
import { aPerson, aStudio, aSuperAdmin } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('nobody gives away what they run by being taken in somewhere else', async () => {
  const [own, elsewhere] = [await aStudio(server), await aStudio(server)]
  for (const person of [own.admin, await aSuperAdmin(server)]) {
    const before = (await person.get('/me')).body.role
    for (const role of ['client', 'staff']) {
      const wish = { role, studio_id: elsewhere.studio.id }
      expectRefusal(await person.post('/me/role-request', wish), 'ROLE_EXISTS')
    }
    expect((await person.get('/me')).body).toMatchObject({ role: before, pending_role: null })
  }
  const newcomer = await aPerson(server)
  const wish = { role: 'staff', studio_id: elsewhere.studio.id }
  for (const person of [newcomer, own.client]) expect((await person.post('/me/role-request', wish)).status).toBe(201)
})
