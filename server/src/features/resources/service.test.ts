import { randomUUID } from 'node:crypto'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
let sharedFixture: StudioOfTest
beforeAll(async () => {
  server = await startServer({ clock })
  sharedFixture = await aStudio(server)
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/resources`

async function aResource(fixture: StudioOfTest, overrides: Partial<Resource> = {}): Promise<Resource> {
  const response = await fixture.admin.post(pathOf(fixture), { kind: 'equipment', name: 'Microphone', ...overrides })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

const namesOf = async (fixture: StudioOfTest, state = 'live'): Promise<string[]> =>
  (await fixture.admin.get(`${pathOf(fixture)}?state=${state}`)).body.items.map(({ name }: Resource) => name)

describe('a resource', () => {
  test('a resource is added at the end of the list, changed field by field and moved to any position', async () => {
    const fixture = await aStudio(server)
    const amp = await aResource(fixture, { name: 'Amp', color: '#33aa99', setup_minutes: 15 })
    expect(amp).toMatchObject({ kind: 'equipment', position: 1, color: '#33aa99', setup_minutes: 15, is_active: true })
    await aResource(fixture, { name: 'Booth', kind: 'room' })
    const response = await fixture.admin.patch(`/resources/${amp.id}`, { name: 'Big Amp', color: null })
    expect(response.body).toMatchObject({ name: 'Big Amp', color: null, setup_minutes: 15, version: 2 })
    await fixture.admin.patch(`/resources/${amp.id}`, { position: 0 })
    expect(await namesOf(fixture)).toEqual(['Big Amp', 'Studio A', 'Booth'])
    await fixture.admin.patch(`/resources/${amp.id}`, { position: 999 })
    expect(await namesOf(fixture)).toEqual(['Studio A', 'Booth', 'Big Amp'])
    const { body } = await fixture.admin.get(pathOf(fixture))
    expect(body.items.map(({ position }: Resource) => position)).toEqual([0, 1, 2])
  })

  test('a repeated call with the same Idempotency-Key adds a resource once', async () => {
    const fixture = await aStudio(server)
    const headers = { 'idempotency-key': randomUUID() }
    const add = () => fixture.admin.post(pathOf(fixture), { kind: 'room', name: 'Booth' }, { headers })
    const [first, second] = [await add(), await add()]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await namesOf(fixture)).toEqual(['Studio A', 'Booth'])
  })

  test.each([
    [{ kind: 'room' }, 'name'],
    [{ kind: 'boat', name: 'Boat' }, 'kind'],
    [{ kind: 'room', name: 'X', color: 'red' }, 'color'],
    [{ kind: 'room', name: 'X', color: '#FFFFFF' }, 'color'],
    [{ kind: 'room', name: 'X', setup_minutes: 481 }, 'setup_minutes'],
    [{ kind: 'room', name: 'X', teardown_minutes: -1 }, 'teardown_minutes'],
    [{ kind: 'room', name: 'Evil\u202eRoom' }, 'name'],
    [{ kind: 'room', name: 'x'.repeat(81) }, 'name'],
  ])('a resource with %j is rejected at its field', async (body, field) => {
    const response = await sharedFixture.admin.post(pathOf(sharedFixture), body)
    expectError(response, 'VALIDATION_FAILED')
    expect(Object.keys(response.body.fields)).toEqual([field])
    expect(await namesOf(sharedFixture)).toEqual(['Studio A'])
  })

  test('only admins of its studio can change a resource; others get FORBIDDEN or NOT_FOUND', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const amp = await aResource(fixture)
    for (const person of [fixture.client, await aCrewMember(server, fixture)]) {
      expectError(await person.post(pathOf(fixture), { kind: 'room', name: 'Mine' }), 'FORBIDDEN')
      expectError(await person.patch(`/resources/${amp.id}`, { name: 'Mine' }), 'FORBIDDEN')
      expectError(await person.delete(`/resources/${amp.id}`), 'FORBIDDEN')
      expectError(await person.get(`${pathOf(fixture)}?state=archived`), 'FORBIDDEN')
    }
    expectError(await rival.admin.post(pathOf(fixture), { kind: 'room', name: 'Mine' }), 'FORBIDDEN')
    expectError(await rival.admin.patch(`/resources/${amp.id}`, { name: 'Mine' }), 'NOT_FOUND')
    expectError(await rival.admin.delete(`/resources/${amp.id}`), 'NOT_FOUND')
    expect(await namesOf(fixture)).toEqual(['Studio A', 'Microphone'])
  })

  test('if two admins save the same version of a resource, the second gets an error', async () => {
    const fixture = await aStudio(server)
    const amp = await aResource(fixture)
    expect((await fixture.admin.patch(`/resources/${amp.id}`, { name: 'One', version: 1 })).status).toBe(200)
    expectError(await fixture.admin.patch(`/resources/${amp.id}`, { name: 'Two', version: 1 }), 'STALE_VERSION')
    expect(await namesOf(fixture)).toEqual(['Studio A', 'One'])
  })
})

describe('a bookable person', () => {
  test('a crew member is one bookable person at most, and clients do not learn which', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const crew = await aCrewMember(server, fixture)
    const engineer = await aResource(fixture, { kind: 'person', name: 'Sam', user_id: crew.id })
    expect(engineer.user_id).toBe(crew.id)
    const duplicate = { kind: 'person', name: 'Sam again', user_id: crew.id }
    expectError(await fixture.admin.post(pathOf(fixture), duplicate), 'PERSON_LISTED')
    for (const user_id of [fixture.client.id, rival.admin.id, (await aPerson(server)).id]) {
      expectError(await fixture.admin.post(pathOf(fixture), { ...duplicate, user_id }), 'NOT_IN_CREW')
      expectError(await fixture.admin.patch(`/resources/${engineer.id}`, { user_id }), 'NOT_IN_CREW')
    }
    expectError(
      await fixture.admin.post(pathOf(fixture), { ...duplicate, kind: 'room', user_id: fixture.admin.id }),
      'VALIDATION_FAILED',
    )
    const userIdAs = async (person: typeof crew) => (await person.get(pathOf(fixture))).body.items[1].user_id
    expect([await userIdAs(crew), await userIdAs(fixture.client)]).toEqual([crew.id, null])
    expect((await fixture.admin.patch(`/resources/${engineer.id}`, { user_id: null })).body.user_id).toBeNull()
  })
})

test('the people who work at the studio are listed by name, for assigning sessions and tasks', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const crew = await aCrewMember(server, fixture)
  const path = `${pathOf(fixture)}/people`
  const first = (await fixture.admin.get(`${path}?limit=1`)).body
  const rest = (await fixture.admin.get(`${path}?limit=1&cursor=${first.next_cursor}`)).body
  expect([...first.items, ...rest.items]).toEqual([
    { user_id: fixture.admin.id, full_name: 'Ada Owner' },
    { user_id: crew.id, full_name: 'Sam Crew' },
  ])
  expect((await crew.get(path)).body.items).toEqual([...first.items, ...rest.items])
  for (const person of [fixture.client, rival.admin]) expectError(await person.get(path), 'FORBIDDEN')
})

describe('removing a resource', () => {
  test('a resource without history is deleted', async () => {
    const fixture = await aStudio(server)
    const amp = await aResource(fixture)
    const response = await fixture.admin.delete(`/resources/${amp.id}`)
    expect([response.status, response.body]).toEqual([200, null])
    expect([await namesOf(fixture), await namesOf(fixture, 'archived')]).toEqual([['Studio A'], []])
    expectError(await fixture.admin.delete(`/resources/${amp.id}`), 'NOT_FOUND')
  })

  test('a resource with booked sessions cannot be removed, and the error lists them', async () => {
    const fixture = await aStudio(server)
    const booth = await aResource(fixture, { kind: 'room', name: 'Booth' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { room_id: booth.id })
    const response = await fixture.admin.delete(`/resources/${booth.id}`)
    expectError(response, 'RESOURCE_BOOKED')
    const { booking_date, start_time, service_type } = booking
    expect(response.body.details).toEqual({
      sessions: [{ booking_id: booking.id, booking_date, start_time, service_type }],
    })
    expect(await namesOf(fixture)).toEqual(['Studio A', 'Booth'])
  })

  test('a resource with history is archived; it can no longer be booked, and can be restored', async () => {
    const fixture = await aStudio(server)
    const booth = await aResource(fixture, { kind: 'room', name: 'Booth' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { room_id: booth.id })
    await fixture.admin.post(`/bookings/${booking.id}/cancel`, {})
    const archiveResponse = await fixture.admin.delete(`/resources/${booth.id}`)
    expect(archiveResponse.body).toMatchObject({
      id: booth.id,
      is_active: false,
      archived_at: clock.now().toISOString(),
    })
    expect([await namesOf(fixture), await namesOf(fixture, 'archived')]).toEqual([['Studio A'], ['Booth']])
    expect((await fixture.admin.get(`/bookings/${booking.id}`)).body.resources[0].name).toBe('Booth')
    const session = aSession(today, { room_id: booth.id })
    expectError(await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, session), 'ROOM_NOT_AVAILABLE')
    expectError(await fixture.admin.patch(`/resources/${booth.id}`, { is_active: true }), 'NOT_FOUND')
    const restoreResponse = await fixture.admin.patch(`/resources/${booth.id}`, { archived: false, is_active: true })
    expect(restoreResponse.body).toMatchObject({ archived_at: null, is_active: true, position: 1 })
    expect((await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, session)).status).toBe(201)
  })

  test('the database rejects deleting a resource with reservations', async () => {
    const fixture = await aStudio(server)
    const booth = await aResource(fixture, { kind: 'room', name: 'Booth' })
    await aBooking(fixture.client, fixture.studio.id, today, { room_id: booth.id })
    const removal = asPerson(fixture.admin, (tx) => sql`delete from resources where id = ${booth.id}`.execute(tx))
    await expect(removal).rejects.toMatchObject({ constraint: 'reservations_within_studio' })
  })
})

describe('buffers', () => {
  test('changed buffers apply to later bookings and move no session', async () => {
    const fixture = await aStudio(server)
    const { id: room_id } = (await fixture.admin.get(pathOf(fixture))).body.items[0]
    const first = await aBooking(fixture.client, fixture.studio.id, today, { room_id })
    await fixture.admin.patch(`/resources/${room_id}`, { setup_minutes: 30, teardown_minutes: 30 })
    expect((await fixture.client.get(`/bookings/${first.id}`)).body.starts_at).toBe(first.starts_at)
    const nextSession = { room_id, start_time: '12:15', end_time: '13:15' }
    expectError(
      await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, nextSession)),
      'BOOKING_CONFLICT',
    )
    await aBooking(fixture.client, fixture.studio.id, today, { ...nextSession, start_time: '12:30' })
  })
})

describe("a plan's rooms", () => {
  const expectPlanLimit = (response: ApiResponse, rooms: number) => {
    expectError(response, 'PLAN_LIMIT_REACHED')
    expect(response.body.message).toContain(`covers ${rooms} active rooms`)
  }

  test('a plan limits active rooms; people, equipment and inactive rooms do not count', async () => {
    const fixture = await aStudio(server, { tier: 'starter' })
    const second = await aResource(fixture, { kind: 'room', name: 'Second' })
    expectPlanLimit(await fixture.admin.post(pathOf(fixture), { kind: 'room', name: 'Third' }), 2)
    await aResource(fixture, { kind: 'equipment', name: 'Amp' })
    await aResource(fixture, { kind: 'person', name: 'Engineer' })
    const third = await aResource(fixture, { kind: 'room', name: 'Third', is_active: false })
    expectPlanLimit(await fixture.admin.patch(`/resources/${third.id}`, { is_active: true }), 2)
    expect((await fixture.admin.patch(`/resources/${third.id}`, { name: 'Still third' })).status).toBe(200)
    await fixture.admin.patch(`/resources/${second.id}`, { is_active: false })
    expect((await fixture.admin.patch(`/resources/${third.id}`, { is_active: true })).body.is_active).toBe(true)
    expectPlanLimit(await fixture.admin.patch(`/resources/${second.id}`, { is_active: true }), 2)
  })

  test('a room that is restored from the archive counts for the plan', async () => {
    const fixture = await aStudio(server, { tier: 'starter' })
    const second = await aResource(fixture, { kind: 'room', name: 'Second' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { room_id: second.id })
    await fixture.admin.post(`/bookings/${booking.id}/cancel`, {})
    await fixture.admin.delete(`/resources/${second.id}`)
    await aResource(fixture, { kind: 'room', name: 'New second' })
    expectPlanLimit(await fixture.admin.patch(`/resources/${second.id}`, { archived: false, is_active: true }), 2)
    expect((await fixture.admin.patch(`/resources/${second.id}`, { archived: false })).body.is_active).toBe(false)
  })
})
