import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const bookingsOf = (fixture: StudioOfTest) => `/studios/${fixture.studio.id}/bookings`

type NewResource = {
  kind?: 'room' | 'person' | 'equipment'
  name: string
  position?: number
  is_active?: boolean
  setup_minutes?: number
  teardown_minutes?: number
}

/** Adds a resource to the studio. @returns its id */
async function addResource({ studio }: StudioOfTest, resource: NewResource): Promise<string> {
  const row = { studio_id: studio.id, kind: 'room' as const, position: 1, ...resource }
  const inserted = await asSystem((tx) =>
    tx.insertInto('resources').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return inserted.id
}

const namesOf = ({ resources }: { resources: { name: string }[] }) => resources.map(({ name }) => name)

test('a taken time is rejected with the nearest free starts of that day', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.client, fixture.studio.id, today)
  const response = await fixture.other.post(
    bookingsOf(fixture),
    aSession(today, { start_time: '11:00', end_time: '12:00' }),
  )
  expectError(response, 'BOOKING_CONFLICT')
  const [room_id, booking_date] = [expect.any(String), plusDays(today, 7)]
  expect(response.body.details).toEqual({
    free_starts: ['12:00', '12:15', '12:30'],
    alternatives: ['12:00', '12:15', '12:30'].map((start_time) => ({ room_id, booking_date, start_time })),
  })
  const after = aSession(today, { start_time: '12:00', end_time: '13:00' })
  expect((await fixture.other.post(bookingsOf(fixture), after)).status).toBe(201)
})

test('a room of another studio, or an unknown room, cannot be booked', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const otherStudiosRoom = (await rival.admin.get(`/studios/${rival.studio.id}/resources`)).body.items[0].id
  for (const fields of [
    { room_id: otherStudiosRoom },
    { resource_ids: [otherStudiosRoom] },
    { room_id: fixture.client.id },
  ]) {
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, fields)), 'ROOM_NOT_AVAILABLE')
  }
})

test('without a named room the first free active room is booked, by position', async () => {
  const fixture = await aStudio(server)
  await addResource(fixture, { name: 'Attic', position: 2 })
  await addResource(fixture, { name: 'Cellar', position: 1 })
  await addResource(fixture, { name: 'Ruin', position: 0, is_active: false })
  for (const name of ['Studio A', 'Cellar', 'Attic']) {
    expect(namesOf(await aBooking(fixture.client, fixture.studio.id, today))).toEqual([name])
  }
  expectError(await fixture.client.post(bookingsOf(fixture), aSession(today)), 'BOOKING_CONFLICT')
})

test('a named room is booked, unless it is inactive', async () => {
  const fixture = await aStudio(server)
  const cellar = await addResource(fixture, { name: 'Cellar' })
  const ruin = await addResource(fixture, { name: 'Ruin', is_active: false })
  expect(namesOf(await aBooking(fixture.client, fixture.studio.id, today, { room_id: cellar }))).toEqual(['Cellar'])
  const conflict = await fixture.client.post(bookingsOf(fixture), aSession(today, { room_id: cellar }))
  expectError(conflict, 'BOOKING_CONFLICT')
  const inactive = await fixture.client.post(bookingsOf(fixture), aSession(today, { room_id: ruin }))
  expectError(inactive, 'ROOM_NOT_AVAILABLE')
})

test('people and equipment are reserved with the room, and never for two sessions at once', async () => {
  const fixture = await aStudio(server)
  await addResource(fixture, { name: 'Cellar' })
  const engineer = await addResource(fixture, { kind: 'person', name: 'Ines Engineer', position: 5 })
  const first = await aBooking(fixture.admin, fixture.studio.id, today, { resource_ids: [engineer] })
  expect(namesOf(first)).toEqual(['Studio A', 'Ines Engineer'])
  const second = await fixture.admin.post(bookingsOf(fixture), aSession(today, { resource_ids: [engineer] }))
  expectError(second, 'BOOKING_CONFLICT')
  expect(namesOf(await aBooking(fixture.other, fixture.studio.id, today))).toEqual(['Cellar'])
  const asRoom = await fixture.admin.post(bookingsOf(fixture), aSession(today, { room_id: engineer }))
  expectError(asRoom, 'ROOM_NOT_AVAILABLE')
})

test('a change names all resources of a session, or those to add and remove', async () => {
  const fixture = await aStudio(server)
  const cellar = await addResource(fixture, { name: 'Cellar', position: 1 })
  const engineer = await addResource(fixture, { kind: 'person', name: 'Ines Engineer', position: 5 })
  const piano = await addResource(fixture, { kind: 'equipment', name: 'Piano', position: 6 })
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  const change = async (fields: object) => namesOf((await fixture.admin.patch(`/bookings/${id}`, fields)).body)
  expect(await change({ resource_ids: [cellar, engineer] })).toEqual(['Cellar', 'Ines Engineer'])
  expect(await change({ add_resource_ids: [piano] })).toEqual(['Cellar', 'Ines Engineer', 'Piano'])
  expect(await change({ remove_resource_ids: [engineer], room_id: null })).toEqual(['Studio A', 'Piano'])
  expect(await change({ resource_ids: [engineer] })).toEqual(['Studio A', 'Ines Engineer'])
  const changeAnswer = await fixture.client.patch(`/bookings/${id}`, { resource_ids: [cellar, piano] })
  expectError(changeAnswer, 'FIELD_NOT_ALLOWED')
  const moved = await fixture.client.patch(`/bookings/${id}`, { room_id: cellar })
  expect(namesOf(moved.body)).toEqual(['Cellar', 'Ines Engineer'])
})

test("a client's change keeps the people and equipment that the studio assigned, for one session and for a series", async () => {
  const fixture = await aStudio(server)
  await addResource(fixture, { kind: 'room', name: 'Cellar', position: 1 })
  const engineer = await addResource(fixture, { kind: 'person', name: 'Ines Engineer', position: 5 })
  const series = aSession(today, { client_id: fixture.client.id, count: 2, resource_ids: [engineer] })
  const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, series)
  const [{ id, resources }] = body.bookings
  const changes = [{ resource_ids: [] }, { resource_ids: [resources[0].id] }, { room_id: null, resource_ids: [] }]
  for (const change of changes) {
    for (const path of [`/bookings/${id}`, `/booking-series/${body.series.id}`]) {
      expect((await fixture.client.patch(path, change)).status).toBe(200)
    }
    const { bookings } = (await fixture.admin.get(`/booking-series/${body.series.id}`)).body
    expect(bookings.map(namesOf)).toEqual([
      ['Studio A', 'Ines Engineer'],
      ['Studio A', 'Ines Engineer'],
    ])
  }
})

test('a closed room is not chosen automatically if another room is open', async () => {
  const fixture = await aStudio(server)
  const path = `/studios/${fixture.studio.id}`
  await addResource(fixture, { name: 'Cellar', position: 1 })
  const { body } = await fixture.admin.get(`${path}/opening-hours`)
  const first = (await fixture.admin.get(`${path}/resources`)).body.items[0].id
  const mornings = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ ...body.weekly[0], weekday, closes: '12:00' }))
  await fixture.admin.put(`${path}/opening-hours`, { ...body, own_hours: [{ resource_id: first, weekly: mornings }] })
  const evening = { start_time: '18:00', end_time: '20:00' }
  const booked = await aBooking(fixture.client, fixture.studio.id, today, evening)
  expect(namesOf(booked)).toEqual(['Cellar'])
  for (const person of [fixture.other, fixture.admin]) {
    expectError(await person.post(bookingsOf(fixture), aSession(today, evening)), 'BOOKING_CONFLICT')
  }
  const moved = await aBooking(fixture.other, fixture.studio.id, today, { start_time: '09:00', end_time: '11:00' })
  expect(namesOf(moved)).toEqual(['Studio A'])
  const late = { ...evening, room_id: null }
  expectError(await fixture.other.patch(`/bookings/${moved.id}`, late), 'BOOKING_CONFLICT')
  const series = { ...aSession(today, evening), count: 1 }
  expectError(await fixture.other.post(`${path}/booking-series`, series), 'BOOKING_CONFLICT')
  const inClosedRoom = await fixture.admin.post(bookingsOf(fixture), aSession(today, { ...evening, room_id: first }))
  expect(inClosedRoom.body.warnings).toEqual(['OUTSIDE_OPENING_HOURS'])
  const both = aSession(today, {
    ...evening,
    booking_date: plusDays(today, 8),
    resource_ids: [first, booked.resources[0]?.id],
  })
  expect((await fixture.admin.post(bookingsOf(fixture), both)).body.warnings).toEqual(['OUTSIDE_OPENING_HOURS'])
})

test('a client chooses at most one room; the studio assigns people, equipment and more rooms', async () => {
  const fixture = await aStudio(server)
  const cellar = await addResource(fixture, { name: 'Cellar' })
  const attic = await addResource(fixture, { name: 'Attic' })
  const engineer = await addResource(fixture, { kind: 'person', name: 'Ines Engineer' })
  const lights = await addResource(fixture, { kind: 'equipment', name: 'Lights' })
  const choices = [{ resource_ids: [engineer] }, { resource_ids: [lights] }, { room_id: cellar, resource_ids: [attic] }]
  for (const fields of choices) {
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, fields)), 'FIELD_NOT_ALLOWED')
  }
  expect(namesOf(await aBooking(fixture.client, fixture.studio.id, today, { resource_ids: [cellar] }))).toEqual([
    'Cellar',
  ])
  const day = { booking_date: plusDays(today, 8), room_id: cellar, resource_ids: [attic, lights] }
  expect(namesOf(await aBooking(fixture.admin, fixture.studio.id, today, day)).sort()).toEqual([
    'Attic',
    'Cellar',
    'Lights',
  ])
})

test('blocked time occupies every active room, or the named ones', async () => {
  const fixture = await aStudio(server)
  const cellar = await addResource(fixture, { name: 'Cellar' })
  await addResource(fixture, { name: 'Ruin', is_active: false })
  const all = await fixture.admin.post(bookingsOf(fixture), aBlock(today))
  expect(namesOf(all.body)).toEqual(['Studio A', 'Cellar'])
  const day = { booking_date: plusDays(today, 8) }
  const ofCellar = await fixture.admin.post(bookingsOf(fixture), aBlock(today, { ...day, room_id: cellar }))
  expect(namesOf(ofCellar.body)).toEqual(['Cellar'])
  expect(namesOf(await aBooking(fixture.client, fixture.studio.id, today, day))).toEqual(['Studio A'])
  expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, day)), 'BOOKING_CONFLICT')
})

test('set-up and tear-down times are reserved, and are part of the busy time', async () => {
  const fixture = await aStudio(server)
  const stage = await addResource(fixture, { name: 'Stage', setup_minutes: 30, teardown_minutes: 15 })
  await aBooking(fixture.other, fixture.studio.id, today, { room_id: stage })
  const soon = aSession(today, { room_id: stage, start_time: '12:30', end_time: '13:00' })
  expectError(await fixture.client.post(bookingsOf(fixture), soon), 'BOOKING_CONFLICT')
  const day = plusDays(today, 7)
  const { body } = await fixture.client.get(`${bookingsOf(fixture)}?from=${day}&to=${day}`)
  expect(body.busy).toMatchObject([{ room_id: stage, start_time: '09:30', end_time: '12:15' }])
  const later = { room_id: stage, start_time: '12:45', end_time: '13:00' }
  expect(await aBooking(fixture.client, fixture.studio.id, today, later)).toMatchObject({ start_time: '12:45' })
})

test('a list can be filtered by client, service, room and person', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.client, fixture.studio.id, today)
  const mix = { service_type: 'mixing', start_time: '14:00', end_time: '15:00' }
  const other = await aBooking(fixture.other, fixture.studio.id, today, mix)
  const room = other.resources[0]?.id
  const idsOf = async (query: string) =>
    (await fixture.admin.get(`${bookingsOf(fixture)}?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await idsOf(`client_id=${fixture.other.id}&room_id=${room}`)).toEqual([other.id])
  expect(await idsOf('service_type=mixing')).toEqual([other.id])
  expect(await idsOf(`room_id=${room}`)).toHaveLength(2)
  expect(await idsOf(`room_id=${room}&person_id=${fixture.studio.id}`)).toEqual([])
  const { body } = await fixture.client.get(`${bookingsOf(fixture)}?client_id=${fixture.other.id}`)
  expect(body.items.map(({ client_id }: { client_id: string }) => client_id)).toEqual([fixture.client.id])
})
