import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aPerson, aStudio, aSuperAdmin, proveAddress, signIn } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('admins and operators do not lose their role by joining another studio', async () => {
  const [ownStudio, otherStudio] = [await aStudio(server), await aStudio(server)]
  for (const person of [ownStudio.admin, await aSuperAdmin(server)]) {
    const before = (await person.get('/me')).body.role
    for (const role of ['client', 'staff']) {
      const input = { role, studio_id: otherStudio.studio.id }
      expectError(await person.post('/me/role-request', input), 'ROLE_EXISTS')
    }
    expect((await person.get('/me')).body).toMatchObject({ role: before, pending_role: null })
  }
  const newcomer = await aPerson(server)
  const input = { role: 'staff', studio_id: otherStudio.studio.id }
  for (const person of [newcomer, ownStudio.client])
    expect((await person.post('/me/role-request', input)).status).toBe(201)
})

test('an admin with a second factor needs it to assign and remove roles', async () => {
  const { studio, admin, client } = await aStudio(server)
  const app = await anAppFactor(server, admin.token, new Date())
  const passwordSession = await signIn(server, admin)
  const newcomer = await proveAddress(await aPerson(server))
  const { body: request } = await newcomer.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const raisedCaller = callAs(server.url, app.token)
  const { body: clients } = await raisedCaller.get(`/studios/${studio.id}/clients`)
  const listedClient = clients.items.find(({ user_id }: { user_id: string }) => user_id === client.id)
  const removal = `/studios/${studio.id}/clients/${listedClient.role_id}`

  expectError(await passwordSession.post(`/role-requests/${request.id}/approve`), 'INSUFFICIENT_AAL')
  expectError(await passwordSession.post(`/role-requests/${request.id}/reject`), 'INSUFFICIENT_AAL')
  expectError(await passwordSession.delete(removal), 'INSUFFICIENT_AAL')
  expect((await newcomer.get('/me')).body.pending_role).not.toBeNull()
  const listRequests = async (role: string) =>
    (await raisedCaller.get(`/studios/${studio.id}/role-requests?role=${role}`)).body.items
  expect([await listRequests('client'), await listRequests('staff')]).toMatchObject([[], [{ id: request.id }]])
  expect((await client.get('/me')).body.role).toBe('client')
  expectError(await client.post(`/role-requests/${request.id}/approve`), 'NOT_FOUND')

  // The second factor raises the session, so its present token is enough.
  await confirmByApp(server, { ...app, token: passwordSession.token }, new Date(), 1)
  expect((await passwordSession.post(`/role-requests/${request.id}/approve`)).status).toBe(200)
  expect((await passwordSession.delete(removal)).status).toBe(200)

  const { body: newRequest } = await (await aPerson(server)).post('/me/role-request', {
    role: 'staff',
    studio_id: studio.id,
  })
  expect((await authAs(server, passwordSession.token)('DELETE', `/factors/${app.factor_id}`)).status).toBe(200)
  expect((await admin.post(`/role-requests/${newRequest.id}/reject`)).status).toBe(200)
})

test('a studio sees the address of a person who requests to become crew, and can approve only a proven one', async () => {
  const [{ studio, admin, client }, otherStudio] = [await aStudio(server), await aStudio(server)]
  const newcomer = await aPerson(server, { full_name: 'Nadia Newcomer' })
  const { body: request } = await newcomer.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const operator = await aSuperAdmin(server)
  for (const { email_confirmed, answers } of [
    { email_confirmed: false, answers: 'ADDRESS_NOT_PROVEN' },
    { email_confirmed: true, answers: 200 },
  ]) {
    if (email_confirmed) await proveAddress(newcomer)
    const { body } = await admin.get(`/studios/${studio.id}/role-requests`)
    expect(body.items).toMatchObject([{ id: request.id, email: newcomer.email, email_confirmed }])
    const listed = await operator.get('/admin/role-requests?limit=100')
    expect(listed.body.items).toContainEqual(expect.objectContaining({ id: request.id, email: newcomer.email }))
    for (const person of [otherStudio.admin, client]) {
      expectError(await person.get(`/studios/${studio.id}/role-requests`), 'FORBIDDEN')
      expectError(await person.post(`/role-requests/${request.id}/approve`), 'NOT_FOUND')
    }
    if (answers === 200) expect((await admin.post(`/role-requests/${request.id}/approve`)).status).toBe(200)
    else
      for (const person of [admin, operator])
        expectError(await person.post(`/role-requests/${request.id}/approve`), 'ADDRESS_NOT_PROVEN')
  }
})
