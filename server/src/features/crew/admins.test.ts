import { randomUUID } from 'node:crypto'
import { stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aPerson,
  aStudio,
  findCrewMember,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const adminsPath = ({ studio }: StudioOfTest) => `/studios/${studio.id}/admins`
const addAdmin = async (fixture: StudioOfTest, person: TestUser, by: TestUser = fixture.admin) =>
  by.post(adminsPath(fixture), { role_id: (await findCrewMember(fixture, person)).role_id })
const listOf = async (fixture: StudioOfTest, by = fixture.admin) =>
  (await by.get(adminsPath(fixture))).body.items as { role_id: string; user_id: string }[]
const roleOf = async (fixture: StudioOfTest, person: TestUser, by = fixture.admin) =>
  (await listOf(fixture, by)).find(({ user_id }) => user_id === person.id)?.role_id
const subjectsOf = async ({ email }: TestUser) => (await mailsTo(server, email)).map(({ subject }) => subject)

/** A studio with a second admin. */
async function aStudioOfTwo() {
  const fixture = await aStudio(server)
  const second = await aCrewMember(server, fixture)
  expect((await addAdmin(fixture, second)).status).toBe(201)
  return { ...fixture, second }
}

describe('a second admin', () => {
  test('is chosen from the crew, has rights from the next call, and all admins get an email', async () => {
    const fixture = await aStudioOfTwo()
    const { studio, admin, second } = fixture
    expect((await second.get('/me')).body).toMatchObject({ role: 'studio_admin', at_desk: false })
    expect((await second.get(`/studios/${studio.id}/stats`)).status).toBe(200)
    expect((await listOf(fixture)).map(({ user_id }) => user_id)).toEqual([admin.id, second.id])
    const { items } = (await admin.get(`/studios/${studio.id}/crew`)).body
    expect(items).toEqual([])
    await stateOfDatabase()
    expect(await subjectsOf(second)).toContain(`You are now an admin of ${studio.name}`)
    expect(await subjectsOf(admin)).toContain(`Sam Crew is now an admin of ${studio.name}`)
  })

  test('is added once by a repeated call with the same Idempotency-Key', async () => {
    const fixture = await aStudio(server)
    const { role_id } = await findCrewMember(fixture, await aCrewMember(server, fixture))
    const headers = { 'idempotency-key': randomUUID() }
    const add = () => fixture.admin.post(adminsPath(fixture), { role_id }, { headers })
    const [first, second] = [await add(), await add()]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await listOf(fixture)).toHaveLength(2)
  })

  test('is removed by another admin, stays crew, and has no admin rights from the next call', async () => {
    const fixture = await aStudioOfTwo()
    const { studio, admin, second } = fixture
    const role_id = await roleOf(fixture, second)
    expect((await admin.delete(`${adminsPath(fixture)}/${role_id}`)).status).toBe(200)
    expect((await second.get(`/studios/${studio.id}/stats`)).status).toBe(403)
    expect((await second.get('/me')).body.role).toBe('staff')
    expectError(await admin.delete(`${adminsPath(fixture)}/${role_id}`), 'NOT_FOUND')
    await stateOfDatabase()
    expect(await subjectsOf(second)).toContain(`You are no longer an admin of ${studio.name}`)
    expect((await addAdmin(fixture, second)).status).toBe(201)
  })

  test('works at the desk again after losing the admin role if they worked there before', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { body } = await addAdmin(fixture, desk)
    await fixture.admin.delete(`${adminsPath(fixture)}/${body.id}`)
    expect((await desk.get('/me')).body).toMatchObject({ role: 'staff', at_desk: true })
  })

  test('may step down; the last admin may not, and of two who remove each other, one stays', async () => {
    const fixture = await aStudioOfTwo()
    const { admin, second } = fixture
    const [first, other] = [await roleOf(fixture, admin), await roleOf(fixture, second)]
    const responses = await Promise.all([
      admin.delete(`${adminsPath(fixture)}/${other}`),
      second.delete(`${adminsPath(fixture)}/${first}`),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
    const remainingAdmin = responses[0]?.status === 200 ? admin : second
    const [lastRole] = await listOf(fixture, remainingAdmin)
    expect(lastRole?.user_id).toBe(remainingAdmin.id)
    expectError(await remainingAdmin.delete(`${adminsPath(fixture)}/${lastRole?.role_id}`), 'LAST_ADMIN')
    const fixtureOfTwo = await aStudioOfTwo()
    const ownRoleId = await roleOf(fixtureOfTwo, fixtureOfTwo.second)
    expect((await fixtureOfTwo.second.delete(`${adminsPath(fixtureOfTwo)}/${ownRoleId}`)).status).toBe(200)
    expect((await fixtureOfTwo.second.get('/me')).body.role).toBe('staff')
  })

  test('cannot be a client or a person with a newer role elsewhere, and is added only by admins of that studio', async () => {
    const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
    const crew = await aCrewMember(server, fixture)
    const { role_id } = await findCrewMember(fixture, crew)
    for (const person of [crew, await aDeskPerson(server, fixture), fixture.client, elsewhere.admin])
      expectError(await person.post(adminsPath(fixture), { role_id }), 'FORBIDDEN')
    expectError(await (await aPerson(server)).post(adminsPath(fixture), { role_id }), 'NO_ACTIVE_ROLE')
    expectError(await elsewhere.admin.post(adminsPath(elsewhere), { role_id }), 'NOT_FOUND')
    const client = await aClient(server, fixture.studio.id)
    const clients = (await fixture.admin.get(`/studios/${fixture.studio.id}/clients`)).body.items
    const row = clients.find(({ user_id }: { user_id: string }) => user_id === client.id)
    expectError(await fixture.admin.post(adminsPath(fixture), { role_id: row.role_id }), 'NOT_FOUND')
    // Their newest role is at another studio, and an admin role here would end it.
    const request = await crew.post('/me/role-request', { studio_id: elsewhere.studio.id, role: 'staff' })
    await elsewhere.admin.post(`/role-requests/${request.body.id}/approve`)
    expectError(await fixture.admin.post(adminsPath(fixture), { role_id }), 'ROLE_EXISTS')
    expect(await listOf(fixture)).toHaveLength(1)
  })

  test('is added and removed only with the second factor of an admin who has one', async () => {
    const fixture = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    const { role_id } = await findCrewMember(fixture, crew)
    const withFactor = callAs(server.url, (await anAppFactor(server, fixture.admin.token, new Date())).token)
    const sessions = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', {
      email: fixture.admin.email,
      password: fixture.admin.password,
    })
    const withoutFactor = callAs(server.url, sessions.body.access_token)
    expectError(await withoutFactor.post(adminsPath(fixture), { role_id }), 'INSUFFICIENT_AAL')
    const newAdmin = await withFactor.post(adminsPath(fixture), { role_id })
    expect(newAdmin.status).toBe(201)
    expectError(await withoutFactor.delete(`${adminsPath(fixture)}/${newAdmin.body.id}`), 'INSUFFICIENT_AAL')
  })
})
