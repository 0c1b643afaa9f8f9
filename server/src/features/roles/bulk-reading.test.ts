import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { aCrewMember, aStudio, type Person, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
let server: TestServer
let fixture: StudioOfTest
let crew: Person
beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on' } })
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  for (let nth = 0; nth < 60; nth += 1)
    await aClientRecord(fixture.studio.id, { name: `Client ${nth}`, email: `c${nth}@example.com` })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const read = (person: Person, query = 'limit=100') => person.get(`/studios/${fixture.studio.id}/clients?${query}`)

/** The entries of the studio's log about reading its clients. */
async function readings(admin: Person = fixture.admin) {
  const { body } = await admin.get(`/studios/${fixture.studio.id}/activity?limit=100`)
  return body.items.filter(({ action }: { action: string }) => action === 'clients.read')
}

test('reading many clients with their contacts is logged, once an hour for each person', async () => {
  for (const query of ['limit=20', 'limit=100&search=nobody'])
    expect((await read(fixture.admin, query)).status).toBe(200)
  expect(await readings()).toEqual([])
  for (let time = 0; time < 2; time += 1) expect((await read(fixture.admin)).body.items).toHaveLength(62)
  expect(await readings()).toMatchObject([{ actor_id: fixture.admin.id, after: { rows: 62 } }])
  clock.set('11:01')
  const later = await signIn(server, fixture.admin)
  await read(later)
  expect(await readings(later)).toHaveLength(2)
})

test('crew who see no contacts read names, which is not logged', async () => {
  const before = (await readings()).length
  expect((await read(crew)).body.items).toHaveLength(62)
  expect(await readings()).toHaveLength(before)
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { crew_sees_contacts: true })
  await read(crew)
  expect((await readings())[0]).toMatchObject({ actor_id: crew.id })
})

test('a denied read is not logged', async () => {
  const before = (await readings()).length
  expect((await read(fixture.client)).status).toBe(403)
  expect(await readings()).toHaveLength(before)
})
