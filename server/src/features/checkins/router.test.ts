import { randomUUID } from 'node:crypto'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { aClient, aCrewMember, aPerson, aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const clock = aFixedClock()
let server: TestServer
let fixture: StudioOfTest
let crew: Person

beforeAll(async () => {
  server = await startServer({ clock })
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const path = () => `/studios/${fixture.studio.id}/checkins`

test('a client is checked in for a booking and out; open screens of the studio update', async () => {
  const session = await aBooking(fixture.client, fixture.studio.id, clock.today)
  const live = await listenLive(server, fixture.admin.token)
  const checkIn = await crew.post(path(), {
    client_id: fixture.client.id,
    booking_id: session.id,
    notes: ' At the bell ',
  })
  expect(checkIn.status).toBe(201)
  expect(checkIn.body).toMatchObject({
    client_id: fixture.client.id,
    client_name: 'Cleo Client',
    checked_in_by: crew.id,
    notes: 'At the bell',
    check_in_time: clock.now().toISOString(),
    check_out_time: null,
    booking_id: session.id,
    booking: { start_time: '10:00', end_time: '12:00', service_type: 'recording' },
  })
  await vi.waitFor(() => expect(live.events).toContainEqual({ topic: 'checkins', id: checkIn.body.id }), 60_000)
  live.close()
  clock.set('10:45')
  const checkedOut = await fixture.admin.post(`/checkins/${checkIn.body.id}/checkout`)
  expect(checkedOut.body.check_out_time).toBe(clock.now().toISOString())
  expectError(await crew.post(`/checkins/${checkIn.body.id}/checkout`), 'INVALID_TRANSITION')
  expect((await crew.get(path())).body.items).toEqual([checkedOut.body])
})

test('repeated clicks create only one open check-in', async () => {
  const client = await aClient(server, fixture.studio.id)
  const answers = await Promise.all([1, 2, 3].map(() => crew.post(path(), { client_id: client.id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expectError(await fixture.admin.post(path(), { client_id: client.id }), 'ALREADY_CHECKED_IN')
  const { body } = answers.find(({ status }) => status === 201) ?? { body: {} }
  const left = await Promise.all([1, 2].map(() => crew.post(`/checkins/${body.id}/checkout`)))
  expect(left.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await crew.post(path(), { client_id: client.id })).status).toBe(201)
})

test("crew check in only clients of their studio, and only for that client's bookings (T26)", async () => {
  const rival = await aStudio(server)
  for (const client_id of [rival.client.id, crew.id, (await aPerson(server)).id, randomUUID()]) {
    expectError(await crew.post(path(), { client_id }), 'CLIENT_NOT_IN_STUDIO')
  }
  const session = await aBooking(fixture.other, fixture.studio.id, clock.today, {
    start_time: '13:00',
    end_time: '14:00',
  })
  const client = await aClient(server, fixture.studio.id)
  expectError(await crew.post(path(), { client_id: client.id, booking_id: session.id }), 'NOT_FOUND')
  expectError(await crew.post(path(), { client_id: client.id, booking_id: randomUUID() }), 'NOT_FOUND')
  const blank = await crew.post(path(), { client_id: '  ' })
  expect(blank.body.fields).toEqual({ client_id: 'Please enter a client ID' })
})

test('another studio can neither see nor end a check-in, and clients see none (T22, T29)', async () => {
  const rival = await aStudio(server)
  const stranger = await aCrewMember(server, rival)
  const { body } = await crew.post(path(), { client_id: (await aClient(server, fixture.studio.id)).id })
  expectError(await stranger.post(`/checkins/${body.id}/checkout`), 'NOT_FOUND')
  expectError(await fixture.client.post(`/checkins/${body.id}/checkout`), 'NOT_FOUND')
  for (const person of [stranger, rival.admin, fixture.client]) {
    expectError(await person.get(path()), 'FORBIDDEN')
    expectError(await person.post(path(), { client_id: fixture.client.id }), 'FORBIDDEN')
  }
  const open = (await crew.get(path())).body.items.find(({ id }: { id: string }) => id === body.id)
  expect(open.check_out_time).toBeNull()
})

test('the list contains today in the studio time zone and older open check-ins', async () => {
  // 14:30 UTC is 23:30 in Tokyo, 15:25 UTC is 00:25 of the next day.
  clock.set('14:30')
  const away = await aStudio(server, { timezone: 'Asia/Tokyo' })
  const crew = await aCrewMember(server, away)
  const list = `/studios/${away.studio.id}/checkins`
  const checkIn = async (client: Person) => (await crew.post(list, { client_id: client.id })).body.id
  const checkedOut = await checkIn(away.client)
  await crew.post(`/checkins/${checkedOut}/checkout`)
  const stillOpen = await checkIn(away.other)
  clock.set('15:25')
  const today = await checkIn(away.client)
  const ids = (await crew.get(list)).body.items.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([today, stillOpen])
  const page = (await crew.get(`${list}?limit=1`)).body
  const next = (await crew.get(`${list}?limit=1&cursor=${page.next_cursor}`)).body
  expect([...page.items, ...next.items].map(({ id }: { id: string }) => id)).toEqual([today, stillOpen])
})

test('a check-in that was recorded without a connection has its own time, at most a day ago', async () => {
  const client = await aClient(server, fixture.studio.id)
  const at = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString()
  const late = await crew.post(path(), { client_id: client.id, at: at(25) })
  expectError(late, 'VALIDATION_FAILED')
  expect(late.body.fields).toEqual({ at: 'This was more than a day ago' })
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const sent = await crew.post(path(), { client_id: client.id, at: at(2) }, key)
  expect(sent.body.check_in_time).toBe(at(2))
  expect((await crew.post(path(), { client_id: client.id, at: at(2) }, key)).body).toEqual(sent.body)
  // A device whose clock is ahead.
  const other = await aClient(server, fixture.studio.id)
  expect((await crew.post(path(), { client_id: other.id, at: at(-1) })).body.check_in_time).toBe(at(0))
})
