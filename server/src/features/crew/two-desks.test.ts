import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { aDeskPerson, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Two people at one desk do the same work at the same moment. One or both succeed, and no data is lost.

const clock = aFixedClock()
const { today } = clock
let server: TestServer
let fixture: StudioOfTest
let desks: [TestUser, TestUser]
beforeAll(async () => {
  server = await startServer({ clock })
  fixture = await aStudio(server)
  desks = [await aDeskPerson(server, fixture), await aDeskPerson(server, fixture)]
})
afterAll(() => server.stop())

const path = (subpath: string) => `/studios/${fixture.studio.id}${subpath}`
const day = (index: number) => plusDays(today, 7 + index)

/** Runs the work of both people at the same time. @returns both statuses, sorted */
async function atOnce(work: (desk: TestUser, index: number) => Promise<{ status: number }>) {
  const responses = await Promise.all(desks.map(work))
  return responses.map(({ status }) => status).sort()
}

test('one of two calls gets the room, and the other desk is offered other times', async () => {
  const responses = await Promise.all(
    desks.map((desk) => desk.post(path('/bookings'), aSession(today, { booking_date: day(0) }))),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  const rejection = responses.find(({ status }) => status === 409)
  expect(rejection?.body).toMatchObject({ code: 'BOOKING_CONFLICT' })
  expect(rejection?.body.details.free_starts.length).toBeGreaterThan(0)
  const { items } = (await fixture.admin.get(path(`/bookings?from=${day(0)}&to=${day(0)}`))).body
  expect(items).toHaveLength(1)
})

test('a request that one confirms and the other declines has only one answer', async () => {
  const { id } = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: day(1) })
  const statuses = await atOnce((desk, index) =>
    index === 0
      ? desk.post(`/bookings/${id}/confirm`, { version: 1 })
      : desk.post(`/bookings/${id}/decline`, { version: 1, reason: 'We are closed' }),
  )
  expect(statuses).toEqual([200, 409])
  expect((await fixture.admin.get(`/bookings/${id}`)).body).toMatchObject({ version: 2 })
})

test('of two moves of one session, the second gets an error', async () => {
  const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { booking_date: day(2) })
  const statuses = await atOnce((desk, index) =>
    desk.patch(`/bookings/${id}`, { version: 1, start_time: `1${index + 4}:00`, end_time: `1${index + 5}:00` }),
  )
  expect(statuses).toEqual([200, 409])
})

test('of two edits of one client, the second gets an error and overwrites nothing', async () => {
  const { id, version } = (await desks[0].post(path('/clients'), { name: 'Gus Guest', phone: '+49 30 1' })).body
  const edit = (desk: TestUser, change: object) => desk.patch(path(`/clients/${id}`), { version, ...change })
  const statuses = await atOnce((desk, index) =>
    edit(desk, index === 0 ? { company: 'Guest Ltd' } : { notes: 'Left-handed' }),
  )
  expect(statuses).toEqual([200, 409])
  const { company, notes } = (await fixture.admin.get(path(`/clients/${id}`))).body
  expect([company, notes].filter(Boolean)).toHaveLength(1)
})

test('a client who is checked in by both is checked in once', async () => {
  expect(await atOnce((desk) => desk.post(path('/checkins'), { client_id: fixture.client.id }))).toEqual([201, 409])
})

test('a name typed at both desks becomes two records, which the studio can merge', async () => {
  const create = (desk: TestUser) => desk.post(path('/clients'), { name: 'Walter Walk-in', phone: '+49 30 77' })
  expect(await atOnce(create)).toEqual([201, 201])
})

test('an email address typed at both desks becomes one record', async () => {
  const createWithEmail = (desk: TestUser) => desk.post(path('/clients'), { name: 'Wanda', email: 'wanda@example.com' })
  expect(await atOnce(createWithEmail)).toEqual([201, 409])
})

test('messages of both reach the client in one order', async () => {
  const write = (desk: TestUser, index: number) =>
    desk.post(path(`/clients/${fixture.client.id}/messages`), { body: `From desk ${index}` })
  expect(await atOnce(write)).toEqual([201, 201])
  const read = async (person: TestUser) =>
    (await person.get(path(`/clients/${fixture.client.id}/messages`))).body.items.map(
      ({ body }: { body: string }) => body,
    )
  const bodies = await read(fixture.client)
  expect(bodies.toSorted()).toEqual(['From desk 0', 'From desk 1'])
  for (const desk of desks) expect(await read(desk)).toEqual(bodies)
})
