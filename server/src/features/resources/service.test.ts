import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { aBooking, aSession, aStandingClock, asPerson } from '@studiohub/testing/bookings.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clock = aStandingClock()
const { today } = clock
let server: TestServer
let shared: StudioOfTest
beforeAll(async () => {
  server = await startServer({ clock })
  shared = await aStudio(server)
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/resources`

async function aResource(place: StudioOfTest, given: Partial<Resource> = {}): Promise<Resource> {
  const answer = await place.admin.post(pathOf(place), { kind: 'equipment', name: 'Microphone', ...given })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

const namesOf = async (place: StudioOfTest, state = 'live'): Promise<string[]> =>
  (await place.admin.get(`${pathOf(place)}?state=${state}`)).body.items.map(({ name }: Resource) => name)

describe('what sessions occupy', () => {
  test('is added at the end of the list, changed field by field and moved to any place', async () => {
    const place = await aStudio(server)
    const amp = await aResource(place, { name: 'Amp', color: '#33aa99', setup_minutes: 15 })
    expect(amp).toMatchObject({ kind: 'equipment', position: 1, color: '#33aa99', setup_minutes: 15, is_active: true })
    await aResource(place, { name: 'Booth', kind: 'room' })
    const changed = await place.admin.patch(`/resources/${amp.id}`, { name: 'Big Amp', color: null })
    expect(changed.body).toMatchObject({ name: 'Big Amp', color: null, setup_minutes: 15, version: 2 })
    await place.admin.patch(`/resources/${amp.id}`, { position: 0 })
    expect(await namesOf(place)).toEqual(['Big Amp', 'Studio A', 'Booth'])
    await place.admin.patch(`/resources/${amp.id}`, { position: 999 })
    expect(await namesOf(place)).toEqual(['Studio A', 'Booth', 'Big Amp'])
    const { body } = await place.admin.get(pathOf(place))
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
  ])('%j is refused beside its field', async (body, field) => {
    const answer = await shared.admin.post(pathOf(shared), body)
    expectError(answer, 'VALIDATION_FAILED')
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect(await namesOf(shared)).toEqual(['Studio A'])
  })

  test('is kept by its studio alone: others may not, or do not know of it', async () => {
    const [place, rival] = [await aStudio(server), await aStudio(server)]
    const amp = await aResource(place)
    for (const person of [place.client, await aCrewMember(server, place)]) {
      expectError(await person.post(pathOf(place), { kind: 'room', name: 'Mine' }), 'FORBIDDEN')
      expectError(await person.patch(`/resources/${amp.id}`, { name: 'Mine' }), 'FORBIDDEN')
      expectError(await person.delete(`/resources/${amp.id}`), 'FORBIDDEN')
      expectError(await person.get(`${pathOf(place)}?state=archived`), 'FORBIDDEN')
    }
    expectError(await rival.admin.post(pathOf(place), { kind: 'room', name: 'Mine' }), 'FORBIDDEN')
    expectError(await rival.admin.patch(`/resources/${amp.id}`, { name: 'Mine' }), 'NOT_FOUND')
    expectError(await rival.admin.delete(`/resources/${amp.id}`), 'NOT_FOUND')
    expect(await namesOf(place)).toEqual(['Studio A', 'Microphone'])
  })

  test('of two admins with the same version the second is told to look again', async () => {
    const place = await aStudio(server)
    const amp = await aResource(place)
    expect((await place.admin.patch(`/resources/${amp.id}`, { name: 'One', version: 1 })).status).toBe(200)
    expectError(await place.admin.patch(`/resources/${amp.id}`, { name: 'Two', version: 1 }), 'STALE_VERSION')
    expect(await namesOf(place)).toEqual(['Studio A', 'One'])
  })
})

describe('a person that can be booked', () => {
  test('is one of the crew, once; clients do not learn which', async () => {
    const [place, rival] = [await aStudio(server), await aStudio(server)]
    const crew = await aCrewMember(server, place)
    const engineer = await aResource(place, { kind: 'person', name: 'Sam', user_id: crew.id })
    expect(engineer.user_id).toBe(crew.id)
    const again = { kind: 'person', name: 'Sam again', user_id: crew.id }
    expectError(await place.admin.post(pathOf(place), again), 'PERSON_LISTED')
    for (const user_id of [place.client.id, rival.admin.id, (await aPerson(server)).id]) {
      expectError(await place.admin.post(pathOf(place), { ...again, user_id }), 'NOT_IN_CREW')
      expectError(await place.admin.patch(`/resources/${engineer.id}`, { user_id }), 'NOT_IN_CREW')
    }
    expectError(
      await place.admin.post(pathOf(place), { ...again, kind: 'room', user_id: place.admin.id }),
      'VALIDATION_FAILED',
    )
    const seen = async (person: typeof crew) => (await person.get(pathOf(place))).body.items[1].user_id
    expect([await seen(crew), await seen(place.client)]).toEqual([crew.id, null])
    expect((await place.admin.patch(`/resources/${engineer.id}`, { user_id: null })).body.user_id).toBeNull()
  })
})

test('a session or a task can be given to the people who work at the studio, by name', async () => {
  const [place, rival] = [await aStudio(server), await aStudio(server)]
  const crew = await aCrewMember(server, place)
  const path = `${pathOf(place)}/people`
  const first = (await place.admin.get(`${path}?limit=1`)).body
  const rest = (await place.admin.get(`${path}?limit=1&cursor=${first.next_cursor}`)).body
  expect([...first.items, ...rest.items]).toEqual([
    { user_id: place.admin.id, full_name: 'Ada Owner' },
    { user_id: crew.id, full_name: 'Sam Crew' },
  ])
  expect((await crew.get(path)).body.items).toEqual([...first.items, ...rest.items])
  for (const person of [place.client, rival.admin]) expectError(await person.get(path), 'FORBIDDEN')
})

describe('taking something out of use', () => {
  test('makes it go where it has no history', async () => {
    const place = await aStudio(server)
    const amp = await aResource(place)
    const answer = await place.admin.delete(`/resources/${amp.id}`)
    expect([answer.status, answer.body]).toEqual([200, null])
    expect([await namesOf(place), await namesOf(place, 'archived')]).toEqual([['Studio A'], []])
    expectError(await place.admin.delete(`/resources/${amp.id}`), 'NOT_FOUND')
  })

  test('is refused while sessions are booked there, and says which', async () => {
    const place = await aStudio(server)
    const booth = await aResource(place, { kind: 'room', name: 'Booth' })
    const booking = await aBooking(place.client, place.studio.id, today, { room_id: booth.id })
    const answer = await place.admin.delete(`/resources/${booth.id}`)
    expectError(answer, 'RESOURCE_BOOKED')
    const { booking_date, start_time, service_type } = booking
    expect(answer.body.details).toEqual({
      sessions: [{ booking_id: booking.id, booking_date, start_time, service_type }],
    })
    expect(await namesOf(place)).toEqual(['Studio A', 'Booth'])
  })

  test('archives it with its history; it can be booked no more, and come back', async () => {
    const place = await aStudio(server)
    const booth = await aResource(place, { kind: 'room', name: 'Booth' })
    const booking = await aBooking(place.client, place.studio.id, today, { room_id: booth.id })
    await place.admin.post(`/bookings/${booking.id}/cancel`, {})
    const archived = await place.admin.delete(`/resources/${booth.id}`)
    expect(archived.body).toMatchObject({ id: booth.id, is_active: false, archived_at: clock.now().toISOString() })
    expect([await namesOf(place), await namesOf(place, 'archived')]).toEqual([['Studio A'], ['Booth']])
    expect((await place.admin.get(`/bookings/${booking.id}`)).body.resources[0].name).toBe('Booth')
    const session = aSession(today, { room_id: booth.id })
    expectError(await place.client.post(`/studios/${place.studio.id}/bookings`, session), 'ROOM_NOT_AVAILABLE')
    expectError(await place.admin.patch(`/resources/${booth.id}`, { is_active: true }), 'NOT_FOUND')
    const back = await place.admin.patch(`/resources/${booth.id}`, { archived: false, is_active: true })
    expect(back.body).toMatchObject({ archived_at: null, is_active: true, position: 1 })
    expect((await place.client.post(`/studios/${place.studio.id}/bookings`, session)).status).toBe(201)
  })

  test('never takes the holds of sessions with it, no matter who deletes the row', async () => {
    const place = await aStudio(server)
    const booth = await aResource(place, { kind: 'room', name: 'Booth' })
    await aBooking(place.client, place.studio.id, today, { room_id: booth.id })
    const removal = asPerson(place.admin, (tx) => sql`delete from resources where id = ${booth.id}`.execute(tx))
    await expect(removal).rejects.toMatchObject({ constraint: 'reservations_within_studio' })
  })
})

describe('buffers', () => {
  test('that change concern what is booked from then on, and move no session', async () => {
    const place = await aStudio(server)
    const { id: room_id } = (await place.admin.get(pathOf(place))).body.items[0]
    const first = await aBooking(place.client, place.studio.id, today, { room_id })
    await place.admin.patch(`/resources/${room_id}`, { setup_minutes: 30, teardown_minutes: 30 })
    expect((await place.client.get(`/bookings/${first.id}`)).body.starts_at).toBe(first.starts_at)
    const next = { room_id, start_time: '12:15', end_time: '13:15' }
    expectError(
      await place.client.post(`/studios/${place.studio.id}/bookings`, aSession(today, next)),
      'BOOKING_CONFLICT',
    )
    await aBooking(place.client, place.studio.id, today, { ...next, start_time: '12:30' })
  })
})

describe("a plan's rooms", () => {
  const isFull = (answer: Answer, rooms: number) => {
    expectError(answer, 'PLAN_LIMIT_REACHED')
    expect(answer.body.message).toContain(`covers ${rooms} active rooms`)
  }

  test('are as many as it says; people, equipment and resting rooms are not counted', async () => {
    const place = await aStudio(server, { tier: 'starter' })
    const second = await aResource(place, { kind: 'room', name: 'Second' })
    isFull(await place.admin.post(pathOf(place), { kind: 'room', name: 'Third' }), 2)
    await aResource(place, { kind: 'equipment', name: 'Amp' })
    await aResource(place, { kind: 'person', name: 'Engineer' })
    const third = await aResource(place, { kind: 'room', name: 'Third', is_active: false })
    isFull(await place.admin.patch(`/resources/${third.id}`, { is_active: true }), 2)
    expect((await place.admin.patch(`/resources/${third.id}`, { name: 'Still third' })).status).toBe(200)
    await place.admin.patch(`/resources/${second.id}`, { is_active: false })
    expect((await place.admin.patch(`/resources/${third.id}`, { is_active: true })).body.is_active).toBe(true)
    isFull(await place.admin.patch(`/resources/${second.id}`, { is_active: true }), 2)
  })

  test('count one that comes back from the archive', async () => {
    const place = await aStudio(server, { tier: 'starter' })
    const second = await aResource(place, { kind: 'room', name: 'Second' })
    const booking = await aBooking(place.client, place.studio.id, today, { room_id: second.id })
    await place.admin.post(`/bookings/${booking.id}/cancel`, {})
    await place.admin.delete(`/resources/${second.id}`)
    await aResource(place, { kind: 'room', name: 'New second' })
    isFull(await place.admin.patch(`/resources/${second.id}`, { archived: false, is_active: true }), 2)
    expect((await place.admin.patch(`/resources/${second.id}`, { archived: false })).body.is_active).toBe(false)
  })
})
