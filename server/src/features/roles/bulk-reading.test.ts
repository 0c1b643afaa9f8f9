import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { aCrewMember, aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
let server: TestServer
let fixture: StudioOfTest
let crew: TestUser
beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on' } })
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  for (let index = 0; index < 60; index += 1)
    await aClientRecord(fixture.studio.id, { name: `Client ${index}`, email: `c${index}@example.com` })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const listClients = (person: TestUser, query = 'limit=100') =>
  person.get(`/studios/${fixture.studio.id}/clients?${query}`)

/** Lists the entries of the studio's activity log about reading its clients. */
async function listReadEntries(admin: TestUser = fixture.admin) {
  const { body } = await admin.get(`/studios/${fixture.studio.id}/activity?limit=100`)
  return body.items.filter(({ action }: { action: string }) => action === 'clients.read')
}

test('reading many clients with their contacts is logged once an hour for each person', async () => {
  for (const query of ['limit=20', 'limit=100&search=nobody'])
    expect((await listClients(fixture.admin, query)).status).toBe(200)
  expect(await listReadEntries()).toEqual([])
  for (let round = 0; round < 2; round += 1) expect((await listClients(fixture.admin)).body.items).toHaveLength(62)
  expect(await listReadEntries()).toMatchObject([{ actor_id: fixture.admin.id, after: { rows: 62 } }])
  clock.set('11:01')
  const laterSession = await signIn(server, fixture.admin)
  await listClients(laterSession)
  expect(await listReadEntries(laterSession)).toHaveLength(2)
})

test('crew who see no contacts can read names, and that is not logged', async () => {
  const before = (await listReadEntries()).length
  expect((await listClients(crew)).body.items).toHaveLength(62)
  expect(await listReadEntries()).toHaveLength(before)
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { crew_sees_contacts: true })
  await listClients(crew)
  expect((await listReadEntries())[0]).toMatchObject({ actor_id: crew.id })
})

test('a denied read is not logged', async () => {
  const before = (await listReadEntries()).length
  expect((await listClients(fixture.client)).status).toBe(403)
  expect(await listReadEntries()).toHaveLength(before)
})
