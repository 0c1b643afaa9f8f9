import { randomUUID } from 'node:crypto'
import { aBooking, aFixedClock, declineAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const clock = aFixedClock()
let server: TestServer
let fixture: StudioOfTest
let crew: TestUser

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
    booking: { start_time: '10:00', end_time: '12:00', service_type: 'recording', rooms: ['Studio A'] },
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
  const responses = await Promise.all([1, 2, 3].map(() => crew.post(path(), { client_id: client.id })))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expectError(await fixture.admin.post(path(), { client_id: client.id }), 'ALREADY_CHECKED_IN')
  const { body } = responses.find(({ status }) => status === 201) ?? { body: {} }
  const checkouts = await Promise.all([1, 2].map(() => crew.post(`/checkins/${body.id}/checkout`)))
  expect(checkouts.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await crew.post(path(), { client_id: client.id })).status).toBe(201)
})

test("crew check in only clients of their studio, and only for that client's bookings", async () => {
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

test('nobody is checked in for a cancelled or declined session, and the answer says why', async () => {
  const client = await aClient(server, fixture.studio.id)
  const book = (start_time: string, end_time: string) =>
    aBooking(client, fixture.studio.id, clock.today, { start_time, end_time })
  const checkIn = (booking_id: string) => crew.post(path(), { client_id: client.id, booking_id })
  const cancelled = await book('14:00', '15:00')
  const declined = await book('15:00', '16:00')
  const pending = await book('16:00', '17:00')
  await fixture.admin.post(`/bookings/${cancelled.id}/cancel`, {})
  await declineAsSeen(fixture.admin, declined.id, 'No engineer')
  for (const { id } of [cancelled, declined]) {
    const response = await checkIn(id)
    expectError(response, 'INVALID_TRANSITION')
    expect(response.body.message).toBe('This session was cancelled. Check the client in without it.')
  }
  expect((await checkIn(pending.id)).status).toBe(201)
})

test('another studio can neither see nor end a check-in, and clients see none', async () => {
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
  const tokyoStudio = await aStudio(server, { timezone: 'Asia/Tokyo' })
  const crew = await aCrewMember(server, tokyoStudio)
  const list = `/studios/${tokyoStudio.studio.id}/checkins`
  const checkIn = async (client: TestUser) => (await crew.post(list, { client_id: client.id })).body.id
  const checkedOut = await checkIn(tokyoStudio.client)
  await crew.post(`/checkins/${checkedOut}/checkout`)
  const openId = await checkIn(tokyoStudio.other)
  clock.set('15:25')
  const today = await checkIn(tokyoStudio.client)
  const ids = (await crew.get(list)).body.items.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([today, openId])
  const page = (await crew.get(`${list}?limit=1`)).body
  const next = (await crew.get(`${list}?limit=1&cursor=${page.next_cursor}`)).body
  expect([...page.items, ...next.items].map(({ id }: { id: string }) => id)).toEqual([today, openId])
})

test('a check-in that was recorded without a connection has its own time, at most a day ago', async () => {
  const client = await aClient(server, fixture.studio.id)
  const at = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString()
  const tooOld = await crew.post(path(), { client_id: client.id, at: at(25) })
  expectError(tooOld, 'VALIDATION_FAILED')
  expect(tooOld.body.fields).toEqual({ at: 'Enter a time within the last 24 hours' })
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const recorded = await crew.post(path(), { client_id: client.id, at: at(2) }, key)
  expect(recorded.body.check_in_time).toBe(at(2))
  expect((await crew.post(path(), { client_id: client.id, at: at(2) }, key)).body).toEqual(recorded.body)
  // A device whose clock is ahead.
  const other = await aClient(server, fixture.studio.id)
  expect((await crew.post(path(), { client_id: other.id, at: at(-1) })).body.check_in_time).toBe(at(0))
})

test('the same person undoes a check-in and a check-out once each, and the audit log shows both', async () => {
  const client = await aClient(server, fixture.studio.id)
  const { body: first } = await crew.post(path(), { client_id: client.id })
  const undo = (person: TestUser, { id, version }: { id: string; version: number }) =>
    person.post(`/checkins/${id}/undo`, { version })
  const live = await listenLive(server, fixture.admin.token)
  const responses = await Promise.all([1, 2].map(() => undo(crew, first)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expectError(await undo(crew, first), 'NOT_FOUND')
  expect(responses.find(({ status }) => status === 200)?.body).toEqual({ id: first.id, checkin: null })
  await vi.waitFor(() => expect(live.events).toContainEqual({ topic: 'checkins', id: first.id }), 60_000)
  live.close()
  expect((await crew.get(path())).body.items.map(({ id }: { id: string }) => id)).not.toContain(first.id)

  const { body: open } = await crew.post(path(), { client_id: client.id })
  const { body: closed } = await crew.post(`/checkins/${open.id}/checkout`)
  expect(closed).toMatchObject({ checked_out_by: crew.id, version: 2 })
  // Another step followed the check-in, so only that step can be undone.
  expectError(await undo(crew, open), 'STALE_VERSION')
  const reopened = await undo(crew, closed)
  expect(reopened.body.checkin).toMatchObject({ id: open.id, check_out_time: null, checked_out_by: null, version: 3 })
  expectError(await undo(crew, closed), 'STALE_VERSION')

  const super_admin = await aSuperAdmin(server)
  const { items } = (
    await super_admin.get(`/admin/audit?studio_id=${fixture.studio.id}&action=checkins.undo&outcome=done`)
  ).body
  expect(items).toMatchObject([
    { actor_id: crew.id, object_id: open.id, before: { checked_out_by: crew.id }, after: { check_out_time: null } },
    { actor_id: crew.id, object_id: first.id, before: { client_id: client.id }, after: null },
  ])
})

test('the minute for an undo begins with the last step, not with the arrival', async () => {
  const client = await aClient(server, fixture.studio.id)
  const undo = ({ id, version }: { id: string; version: number }) => crew.post(`/checkins/${id}/undo`, { version })
  // Recorded without a connection two hours ago, and sent now.
  const at = new Date(clock.now().getTime() - 2 * 3_600_000).toISOString()
  const { body: late } = await crew.post(path(), { client_id: client.id, at })
  expect((await undo(late)).status).toBe(200)

  const { body: open } = await crew.post(path(), { client_id: client.id })
  clock.set('10:40')
  const { body: closed } = await crew.post(`/checkins/${open.id}/checkout`)
  const { checkin: reopened } = (await undo(closed)).body
  clock.set('10:42')
  expectError(await undo(reopened), 'UNDO_EXPIRED')
  clock.set('10:41')
  expect((await undo(reopened)).body).toEqual({ id: open.id, checkin: null })
})

test('only the same person undoes a check-in, for a minute, and not if the client was checked in again', async () => {
  const client = await aClient(server, fixture.studio.id)
  const rival = await aStudio(server)
  const { body: open } = await crew.post(path(), { client_id: client.id })
  const undo = (person: TestUser, version: number) => person.post(`/checkins/${open.id}/undo`, { version })
  expectError(await undo(fixture.admin, 1), 'FORBIDDEN')
  for (const person of [rival.admin, client]) expectError(await undo(person, 1), 'NOT_FOUND')
  clock.set('10:02')
  expectError(await undo(crew, 1), 'UNDO_EXPIRED')
  // The admin checks the client out, so only the admin can undo this step.
  await fixture.admin.post(`/checkins/${open.id}/checkout`)
  expectError(await undo(crew, 2), 'FORBIDDEN')
  const { body: newCheckin } = await crew.post(path(), { client_id: client.id })
  expectError(await undo(fixture.admin, 2), 'ALREADY_CHECKED_IN')
  expect((await crew.post(`/checkins/${newCheckin.id}/undo`, { version: 1 })).status).toBe(200)
  expect((await undo(fixture.admin, 2)).status).toBe(200)
})
