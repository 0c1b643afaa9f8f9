import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aClient, aStudio, proveAddress, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let studios: StudioOfTest[]
beforeAll(async () => {
  server = await startServer()
  studios = await Promise.all([aStudio(server), aStudio(server), aStudio(server)])
  for (const { admin, studio } of studios.slice(1))
    expect((await admin.patch(`/studios/${studio.id}`, { approve_new_clients: true })).status).toBe(200)
})
afterAll(() => server.stop())

const activeClientRoles = async (person: TestUser) =>
  asLogin((tx) =>
    tx
      .selectFrom('user_roles')
      .select('studio_id')
      .where('user_id', '=', person.id)
      .where('role', '=', 'client')
      .where('status', '=', 'active')
      .execute(),
  )

const [home, second, third] = [0, 1, 2].map((index) => () => {
  const fixture = studios[index]
  if (!fixture) throw new Error('there are three studios')
  return fixture
}) as [() => StudioOfTest, () => StudioOfTest, () => StudioOfTest]

/** A client of the first studio with requests to join the others, and a function for each that approves the request. */
async function aClientWithRequests(...studios: StudioOfTest[]) {
  const client = await aClient(server, home().studio.id)
  const approvals: (() => Promise<unknown>)[] = []
  for (const { admin, studio } of studios) {
    const request = await client.post('/me/role-request', { role: 'client', studio_id: studio.id })
    approvals.push(() => admin.post(`/role-requests/${request.body.id}/approve`))
  }
  return { client, approvals }
}

test('a client who joins another studio is a client only there, and can switch back', async () => {
  const { client, approvals } = await aClientWithRequests(second())
  await approvals[0]?.()
  expect(await activeClientRoles(client)).toEqual([{ studio_id: second().studio.id }])
  expect((await client.get('/me')).body.studio.id).toBe(second().studio.id)
  expect((await client.put('/me/studio', { studio_id: home().studio.id })).status).toBe(200)
  expect(await activeClientRoles(client)).toEqual([{ studio_id: home().studio.id }])
})

test('a client who switches away and back is a client since the day they first joined', async () => {
  const getClientSince = async (at: StudioOfTest, person: TestUser): Promise<string> => {
    const { items } = (await at.admin.get(`/studios/${at.studio.id}/clients?limit=100`)).body
    return items.find(({ user_id }: { user_id: string }) => user_id === person.id)?.created_at
  }
  const { client, approvals } = await aClientWithRequests(second())
  const [joinedAt, requestedAt] = [await getClientSince(home(), client), new Date().toISOString()]
  await approvals[0]?.()
  const acceptedAt = await getClientSince(second(), client)
  expect(Date.parse(acceptedAt)).toBeGreaterThanOrEqual(Date.parse(requestedAt))
  for (const fixture of [home(), second()]) {
    expect((await client.put('/me/studio', { studio_id: fixture.studio.id })).status).toBe(200)
    expect((await client.get('/me')).body.studio.id).toBe(fixture.studio.id)
  }
  expect([await getClientSince(home(), client), await getClientSince(second(), client)]).toEqual([joinedAt, acceptedAt])
})

test('concurrent approvals and switches leave one active client role', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { client, approvals } = await aClientWithRequests(second(), third())
    const switchBack = () => client.put('/me/studio', { studio_id: home().studio.id })
    await Promise.all([...approvals.map((approve) => approve()), switchBack(), switchBack()])
    expect(await activeClientRoles(client)).toHaveLength(1)
  }
})

test('people who become crew lose only client roles', async () => {
  const client = await aClient(server, home().studio.id)
  await proveAddress(client)
  const request = await client.post('/me/role-request', { role: 'staff', studio_id: second().studio.id })
  expect((await second().admin.post(`/role-requests/${request.body.id}/approve`)).status).toBe(200)
  expect(await activeClientRoles(client)).toHaveLength(1)
  expect((await client.get('/me')).body).toMatchObject({ role: 'staff', studio: { id: second().studio.id } })
})
