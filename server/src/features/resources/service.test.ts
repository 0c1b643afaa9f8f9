import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
let shared: StudioOfTest
beforeAll(async () => {
  server = await startServer({ clock })
  shared = await aStudio(server)
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/resources`

async function aResource(fixture: StudioOfTest, given: Partial<Resource> = {}): Promise<Resource> {
  const answer = await fixture.admin.post(pathOf(fixture), { kind: 'equipment', name: 'Microphone', ...given })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

const namesOf = async (fixture: StudioOfTest, state = 'live'): Promise<string[]> =>
  (await fixture.admin.get(`${pathOf(fixture)}?state=${state}`)).body.items.map(({ name }: Resource) => name)

describe('a resource', () => {
  test('is added at the end of the list, changed field by field and moved to any position', async () => {
    const fixture = await aStudio(server)
    const amp = await aResource(fixture, { name: 'Amp', color: '#33aa99', setup_minutes: 15 })
    expect(amp).toMatchObject({ kind: 'equipment', position: 1, color: '#33aa99', setup_minutes: 15, is_active: true })
    await aResource(fixture, { name: 'Booth', kind: 'room' })
    const changed = await fixture.admin.patch(`/resources/${amp.id}`, { name: 'Big Amp', color: null })
    expect(changed.body).toMatchObject({ name: 'Big Amp', color: null, setup_minutes: 15, version: 2 })
    await fixture.admin.patch(`/resources/${amp.id}`, { position: 0 })
    expect(await namesOf(fixture)).toEqual(['Big Amp', 'Studio A', 'Booth'])
    await fixture.admin.patch(`/resources/${amp.id}`, { position: 999 })
    expect(await namesOf(fixture)).toEqual(['Studio A', 'Booth', 'Big Amp'])
    const { body } = await fixture.admin.get(pathOf(fixture))
    expect(body.items.map(({ position }: Resource) => position)).toEqual([0, 1, 2])
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
  ])('%j is rejected at its field', async (body, field) => {
    const answer = await shared.admin.post(pathOf(shared), body)
    expectError(answer, 'VALIDATION_FAILED')
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect(await namesOf(shared)).toEqual(['Studio A'])
  })

  test('is changed by its studio only: others are denied, or get Not Found', async () => {
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

  test('of two admins with the same version the second gets an error', async () => {
    const fixture = await aStudio(server)
    const amp = await aResource(fixture)
    expect((await fixture.admin.patch(`/resources/${amp.id}`, { name: 'One', version: 1 })).status).toBe(200)
    expectError(await fixture.admin.patch(`/resources/${amp.id}`, { name: 'Two', version: 1 }), 'STALE_VERSION')
    expect(await namesOf(fixture)).toEqual(['Studio A', 'One'])
  })
})

describe('a bookable person', () => {
  test('is one crew member, once; clients do not learn which', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const crew = await aCrewMember(server, fixture)
    const engineer = await aResource(fixture, { kind: 'person', name: 'Sam', user_id: crew.id })
    expect(engineer.user_id).toBe(crew.id)
    const again = { kind: 'person', name: 'Sam again', user_id: crew.id }
    expectError(await fixture.admin.post(pathOf(fixture), again), 'PERSON_LISTED')
    for (const user_id of [fixture.client.id, rival.admin.id, (await aPerson(server)).id]) {
      expectError(await fixture.admin.post(pathOf(fixture), { ...again, user_id }), 'NOT_IN_CREW')
      expectError(await fixture.admin.patch(`/resources/${engineer.id}`, { user_id }), 'NOT_IN_CREW')
    }
    expectError(
      await fixture.admin.post(pathOf(fixture), { ...again, kind: 'room', user_id: fixture.admin.id }),
      'VALIDATION_FAILED',
    )
    const seen = async (person: typeof crew) => (await person.get(pathOf(fixture))).body.items[1].user_id
    expect([await seen(crew), await seen(fixture.client)]).toEqual([crew.id, null])
    expect((await fixture.admin.patch(`/resources/${engineer.id}`, { user_id: null })).body.user_id).toBeNull()
  })
})

test('sessions and tasks can be assigned to the people who work at the studio, by name', async () => {
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
  test('deletes it if it has no history', async () => {
    const fixture = await aStudio(server)
    const amp = await aResource(fixture)
    const answer = await fixture.admin.delete(`/resources/${amp.id}`)
    expect([answer.status, answer.body]).toEqual([200, null])
    expect([await namesOf(fixture), await namesOf(fixture, 'archived')]).toEqual([['Studio A'], []])
    expectError(await fixture.admin.delete(`/resources/${amp.id}`), 'NOT_FOUND')
  })

  test('is rejected while sessions are booked there, and lists them', async () => {
    const fixture = await aStudio(server)
    const booth = await aResource(fixture, { kind: 'room', name: 'Booth' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { room_id: booth.id })
    const answer = await fixture.admin.delete(`/resources/${booth.id}`)
    expectError(answer, 'RESOURCE_BOOKED')
    const { booking_date, start_time, service_type } = booking
    expect(answer.body.details).toEqual({
      sessions: [{ booking_id: booking.id, booking_date, start_time, service_type }],
    })
    expect(await namesOf(fixture)).toEqual(['Studio A', 'Booth'])
  })

  test('archives it with its history; it can no longer be booked, and can be restored', async () => {
    const fixture = await aStudio(server)
    const booth = await aResource(fixture, { kind: 'room', name: 'Booth' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { room_id: booth.id })
    await fixture.admin.post(`/bookings/${booking.id}/cancel`, {})
    const archived = await fixture.admin.delete(`/resources/${booth.id}`)
    expect(archived.body).toMatchObject({ id: booth.id, is_active: false, archived_at: clock.now().toISOString() })
    expect([await namesOf(fixture), await namesOf(fixture, 'archived')]).toEqual([['Studio A'], ['Booth']])
    expect((await fixture.admin.get(`/bookings/${booking.id}`)).body.resources[0].name).toBe('Booth')
    const session = aSession(today, { room_id: booth.id })
    expectError(await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, session), 'ROOM_NOT_AVAILABLE')
    expectError(await fixture.admin.patch(`/resources/${booth.id}`, { is_active: true }), 'NOT_FOUND')
    const back = await fixture.admin.patch(`/resources/${booth.id}`, { archived: false, is_active: true })
    expect(back.body).toMatchObject({ archived_at: null, is_active: true, position: 1 })
    expect((await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, session)).status).toBe(201)
  })

  test('never removes the reservations of sessions, even if the row is deleted directly', async () => {
    const fixture = await aStudio(server)
    const booth = await aResource(fixture, { kind: 'room', name: 'Booth' })
    await aBooking(fixture.client, fixture.studio.id, today, { room_id: booth.id })
    const removal = asPerson(fixture.admin, (tx) => sql`delete from resources where id = ${booth.id}`.execute(tx))
    await expect(removal).rejects.toMatchObject({ constraint: 'reservations_within_studio' })
  })
})

describe('buffers', () => {
  test('apply to later bookings when they change, and move no session', async () => {
    const fixture = await aStudio(server)
    const { id: room_id } = (await fixture.admin.get(pathOf(fixture))).body.items[0]
    const first = await aBooking(fixture.client, fixture.studio.id, today, { room_id })
    await fixture.admin.patch(`/resources/${room_id}`, { setup_minutes: 30, teardown_minutes: 30 })
    expect((await fixture.client.get(`/bookings/${first.id}`)).body.starts_at).toBe(first.starts_at)
    const next = { room_id, start_time: '12:15', end_time: '13:15' }
    expectError(
      await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, next)),
      'BOOKING_CONFLICT',
    )
    await aBooking(fixture.client, fixture.studio.id, today, { ...next, start_time: '12:30' })
  })
})

describe("a plan's rooms", () => {
  const isFull = (answer: Answer, rooms: number) => {
    expectError(answer, 'PLAN_LIMIT_REACHED')
    expect(answer.body.message).toContain(`covers ${rooms} active rooms`)
  }

  test('are limited; people, equipment and inactive rooms do not count', async () => {
    const fixture = await aStudio(server, { tier: 'starter' })
    const second = await aResource(fixture, { kind: 'room', name: 'Second' })
    isFull(await fixture.admin.post(pathOf(fixture), { kind: 'room', name: 'Third' }), 2)
    await aResource(fixture, { kind: 'equipment', name: 'Amp' })
    await aResource(fixture, { kind: 'person', name: 'Engineer' })
    const third = await aResource(fixture, { kind: 'room', name: 'Third', is_active: false })
    isFull(await fixture.admin.patch(`/resources/${third.id}`, { is_active: true }), 2)
    expect((await fixture.admin.patch(`/resources/${third.id}`, { name: 'Still third' })).status).toBe(200)
    await fixture.admin.patch(`/resources/${second.id}`, { is_active: false })
    expect((await fixture.admin.patch(`/resources/${third.id}`, { is_active: true })).body.is_active).toBe(true)
    isFull(await fixture.admin.patch(`/resources/${second.id}`, { is_active: true }), 2)
  })

  test('include one that is restored from the archive', async () => {
    const fixture = await aStudio(server, { tier: 'starter' })
    const second = await aResource(fixture, { kind: 'room', name: 'Second' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { room_id: second.id })
    await fixture.admin.post(`/bookings/${booking.id}/cancel`, {})
    await fixture.admin.delete(`/resources/${second.id}`)
    await aResource(fixture, { kind: 'room', name: 'New second' })
    isFull(await fixture.admin.patch(`/resources/${second.id}`, { archived: false, is_active: true }), 2)
    expect((await fixture.admin.patch(`/resources/${second.id}`, { archived: false })).body.is_active).toBe(false)
  })
})
