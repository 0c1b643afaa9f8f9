import { randomUUID } from 'node:crypto'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aClient, aPerson, aStudio, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

test('name and phone are saved, and a phone can be removed', async () => {
  const person = await aPerson(server)
  const response = await person.patch('/me/profile', { full_name: '  Ada  Lovelace ', phone: '+49 30 1234' })
  expect(response.body).toMatchObject({ full_name: 'Ada  Lovelace', phone: '+49 30 1234' })
  expect((await person.get('/me')).body.profile).toMatchObject({ full_name: 'Ada  Lovelace', phone: '+49 30 1234' })
  expect((await person.patch('/me/profile', { phone: '' })).body).toMatchObject({ phone: null })
  for (const invalid of [
    { full_name: '' },
    { full_name: 'You won http://e' },
    { phone: 'call me' },
    { id: randomUUID() },
  ])
    expectError(await person.patch('/me/profile', invalid), 'VALIDATION_FAILED')
})

describe('sessions', () => {
  const chrome =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

  test('sessions are listed by device with the current one marked, and only for their user', async () => {
    const person = await aPerson(server)
    const body = { email: person.email, password: person.password }
    const headers = { 'user-agent': chrome }
    await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', body, { headers })
    const { items, next_cursor } = (await person.get('/me/sessions')).body
    expect(next_cursor).toBeNull()
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ device: 'Chrome on macOS', is_current: false })
    expect(items[1]).toMatchObject({ device: 'A program', is_current: true })
    expect(items[0]).toMatchObject({ method: 'password', ip_address: '127.0.0.1' })
    const names = ['created_at', 'device', 'id', 'ip_address', 'is_current', 'last_used_at', 'method']
    expect(Object.keys(items[0]).sort()).toEqual(names)
    const first = (await person.get('/me/sessions?limit=1')).body
    expect(first.items).toEqual([items[0]])
    expect((await person.get(`/me/sessions?limit=1&cursor=${first.next_cursor}`)).body.items).toEqual([items[1]])
  })

  test('an ended session is rejected at its next call', async () => {
    const person = await aPerson(server)
    const secondSession = await signIn(server, person)
    const other = (await person.get('/me/sessions')).body.items.find(
      (session: { is_current: boolean }) => !session.is_current,
    )
    expectError(await fixture.client.delete(`/me/sessions/${other.id}`), 'NOT_FOUND')
    expect((await secondSession.get('/me')).status).toBe(200)
    expect((await person.delete(`/me/sessions/${other.id}`)).body).toEqual({ id: other.id })
    expectError(await secondSession.get('/me'), 'UNAUTHENTICATED')
    expectError(await person.delete(`/me/sessions/${other.id}`), 'NOT_FOUND')
    expect((await person.get('/me')).status).toBe(200)
  })

  test('a person can end all other sessions at once, and all sessions by signing out globally', async () => {
    const person = await aPerson(server)
    const otherSessions = [await signIn(server, person), await signIn(server, person)]
    expect((await person.delete('/me/sessions')).body).toEqual({ ended: 2 })
    for (const other of otherSessions) expectError(await other.get('/me'), 'UNAUTHENTICATED')
    expect((await person.get('/me/sessions')).body.items).toHaveLength(1)
    expect((await person.delete('/me/sessions')).body).toEqual({ ended: 0 })
    const newSession = await signIn(server, person)
    expect((await person.request('POST', '/auth/v1/logout?scope=global')).status).toBe(204)
    for (const session of [person, newSession]) expectError(await session.get('/me'), 'UNAUTHENTICATED')
  })
})

describe('switching to another studio', () => {
  test("the list of studios marks the user's studios and the current one", async () => {
    const other = await aStudio(server)
    const client = await aClient(server, fixture.studio.id)
    expect((await client.put('/me/studio', { studio_id: other.studio.id })).body).toEqual({
      studio_id: other.studio.id,
      studio_slug: other.studio.slug,
      status: 'active',
    })
    const { items } = (await client.get('/me/studios')).body
    const findStudio = (id: string) => items.find((studio: { id: string }) => studio.id === id)
    expect(findStudio(other.studio.id)).toMatchObject({ joined: true, current: true })
    expect(findStudio(fixture.studio.id)).toMatchObject({ joined: true, current: false })
  })

  test("switching to a studio that approves its clients sends a request, and the user's studio does not change", async () => {
    const approvingStudio = await aStudio(server)
    await approvingStudio.admin.patch(`/studios/${approvingStudio.studio.id}`, { approve_new_clients: true })
    const client = await aClient(server, fixture.studio.id)
    const response = await client.put('/me/studio', { studio_id: approvingStudio.studio.id })
    expect(response.body).toMatchObject({ status: 'pending' })
    expect((await client.get('/me')).body).toMatchObject({
      studio: { id: fixture.studio.id },
      pending_role: { role: 'client' },
    })
    expectError(await client.put('/me/studio', { studio_id: approvingStudio.studio.id }), 'REQUEST_EXISTS')
  })

  test('only clients can switch to another studio', async () => {
    expectError(await fixture.admin.put('/me/studio', { studio_id: fixture.studio.id }), 'FORBIDDEN')
  })
})
