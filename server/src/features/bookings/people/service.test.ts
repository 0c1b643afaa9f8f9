import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { allowManyRequests, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const morning = { start_time: '10:00', end_time: '12:00' }
const noon = { start_time: '12:00', end_time: '14:00' }

/** Three rooms, two engineers and an assistant; recordings need one of the engineers. */
async function aStudioWithEngineers(serviceFields: { auto_confirm?: boolean } = {}) {
  const fixture = await aStudio(server)
  await allowManyRequests(fixture)
  const path = `/studios/${fixture.studio.id}`
  const add = async (kind: string, name: string): Promise<string> =>
    (await fixture.admin.post(`${path}/resources`, { kind, name })).body.id
  const cellar = await add('room', 'Cellar')
  await add('room', 'Attic')
  const [sam, ines, assistant] = [await add('person', 'Sam'), await add('person', 'Ines'), await add('person', 'Ari')]
  const { body } = await fixture.admin.get(`${path}/services`)
  const items = body.items.map(({ position, ...service }: { position: number; key: string }) =>
    service.key === 'recording' ? { ...service, ...serviceFields, person_ids: [sam, ines] } : service,
  )
  expect((await fixture.admin.put(`${path}/services`, { items })).status).toBe(200)
  const book = (person: TestUser, fields: object = {}) =>
    person.post(`${path}/bookings`, aSession(today, { ...fields }))
  const addDayOff = (resource_id: string, fields: object = {}) =>
    fixture.admin.post(`${path}/days-off`, { resource_id, first_date: day, last_date: day, ...fields })
  const getDay = async (person: Pick<TestUser, 'get'>, query = '') =>
    (await person.get(`${path}/availability?date=${day}&service=recording&minutes=120${query}`)).body.days[0]
  return { ...fixture, path, cellar, sam, ines, assistant, book, addDayOff, getDay }
}

type BookingAnswer = { body: { resources: { name: string; kind: string }[] } }
const peopleOf = ({ body }: BookingAnswer) =>
  body.resources.filter(({ kind }) => kind === 'person').map(({ name }) => name)

describe('a service that needs a person', () => {
  test('gets a person for each booking: the person with the least booked time on that day', async () => {
    const { client, other, book } = await aStudioWithEngineers()
    expect(peopleOf(await book(client, morning))).toEqual(['Sam'])
    expect(peopleOf(await book(other, { start_time: '15:00', end_time: '16:00' }))).toEqual(['Ines'])
    // Sam has two hours that day, Ines one.
    expect(peopleOf(await book(client, { start_time: '18:00', end_time: '20:00' }))).toEqual(['Ines'])
    // On another day neither of them is booked.
    expect(peopleOf(await book(client, { booking_date: plusDays(day, 1), ...morning }))).toEqual(['Sam'])
    expect(peopleOf(await book(client, { booking_date: plusDays(day, 1), ...morning }))).toEqual(['Ines'])
    // Other services need no person.
    expect(peopleOf(await book(client, { booking_date: plusDays(day, 2), service_type: 'mixing' }))).toEqual([])
  })

  test('is free only while one of its people works, has no day off and is not booked', async () => {
    const { admin, client, path, sam, ines, book, addDayOff, getDay } = await aStudioWithEngineers()
    const { body } = await admin.get(`${path}/opening-hours`)
    const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
      weekday,
      opens: '12:00',
      closes: '20:00',
      closes_next_day: false,
    }))
    await admin.put(`${path}/opening-hours`, { ...body, own_hours: [{ resource_id: ines, weekly }] })
    await addDayOff(sam, { to_time: '15:00', note: 'Dentist' })
    await book(admin, { service_type: 'mixing', start_time: '13:00', end_time: '14:00', resource_ids: [ines] })
    const { free, rooms, reason } = await getDay(client)
    expect([free[0], reason]).toEqual(['14:00', null])
    expect(rooms[0].from).toMatchObject({ '08:00': 'NO_PERSON_FREE', '14:00': null })
    const early = await book(client, morning)
    expectError(early, 'BOOKING_CONFLICT')
    expect(early.body.message).toBe('No engineer is free at this time.')
    expect(early.body.details.free_starts[0]).toBe('14:00')
    expect(JSON.stringify(early.body)).not.toMatch(/Sam|Ines|Dentist/)
    expect(peopleOf(await book(client, { start_time: '14:00', end_time: '16:00' }))).toEqual(['Ines'])
    // A service without people can be booked: the rooms are free.
    expect((await book(client, { ...morning, service_type: 'mixing' })).status).toBe(201)
  })

  test('tells clients and visitors that a person is missing on a day without any of its people', async () => {
    const { admin, client, studio, path, sam, ines, addDayOff, getDay } = await aStudioWithEngineers()
    await addDayOff(sam)
    await addDayOff(ines)
    expect(await getDay(client)).toMatchObject({ free: [], reason: 'NO_PERSON_FREE' })
    const { body } = await admin.get(`${path}/services`)
    const items = body.items.map(({ position, ...service }: { position: number; key: string }) =>
      service.key === 'recording' ? { ...service, person_title: 'producer' } : service,
    )
    await admin.put(`${path}/services`, { items, version: body.version })
    const visitor = callAs(server.url, null)
    const timesPath = `/public/studios/${studio.slug}/times?service=recording&date=${day}&days=2`
    const { days } = (await visitor.get(timesPath)).body
    expect(days[0]).toMatchObject({ reason: 'No producer is free', starts: [] })
    expect(days[1].starts.length).toBeGreaterThan(0)
    const availability = (
      await visitor.get(`/public/studios/${studio.slug}/availability?service=recording&date=${day}`)
    ).body
    expect(availability.days[0]).toMatchObject({ free: [], reason: 'NO_PERSON_FREE' })
    const offer = await visitor.get(`/public/studios/${studio.slug}/services`)
    const service = offer.body.items.find(({ key }: { key: string }) => key === 'recording')
    expect(service).toMatchObject({ needs_person: true, person_title: 'producer' })
    expect(JSON.stringify([offer.body, availability, days])).not.toMatch(new RegExp(`Sam|Ines|${sam}|${ines}`))
  })

  test('can be booked by the studio with a chosen person, or without a person and with a warning', async () => {
    const { admin, sam, ines, assistant, book, addDayOff, getDay } = await aStudioWithEngineers()
    const suggested = await book(admin, morning)
    expect([peopleOf(suggested), suggested.body.warnings]).toEqual([['Sam'], []])
    const withoutPerson = await book(admin, { ...noon, without_person: true })
    expect([peopleOf(withoutPerson), withoutPerson.body.warnings]).toEqual([[], ['PERSON_MISSING']])
    const withAssistant = await book(admin, { ...noon, resource_ids: [assistant] })
    expect([peopleOf(withAssistant), withAssistant.body.warnings]).toEqual([['Ari'], []])
    const { id } = suggested.body
    const changed = await admin.patch(`/bookings/${id}`, { add_resource_ids: [ines], remove_resource_ids: [sam] })
    expect([peopleOf(changed), changed.body.warnings]).toEqual([['Ines'], []])
    const removed = await admin.patch(`/bookings/${id}`, { remove_resource_ids: [ines] })
    expect(removed.body.warnings).toEqual(['PERSON_MISSING'])
    await addDayOff(sam)
    await addDayOff(ines)
    const nobodyFree = await book(admin, { start_time: '16:00', end_time: '18:00' })
    expect([peopleOf(nobodyFree), nobodyFree.body.warnings]).toEqual([[], ['PERSON_MISSING']])
    const { free, rooms } = await getDay(admin)
    expect([free, rooms[0].from['08:00']]).toEqual([[], 'NO_PERSON_FREE'])
  })

  test('shows the desk who is free, and who would be assigned', async () => {
    const { admin, client, path, sam, ines, book, addDayOff } = await aStudioWithEngineers()
    await book(client, morning)
    const query = `?service=recording&booking_date=${day}&start_time=11:00&end_time=13:00`
    const listPeople = async (search = query) => (await admin.get(`${path}/service-people${search}`)).body
    expect(await listPeople()).toEqual({
      items: [
        { resource_id: ines, name: 'Ines', is_working: true, is_free: true, booked_minutes: 0 },
        { resource_id: sam, name: 'Sam', is_working: true, is_free: false, booked_minutes: 120 },
      ],
      next_cursor: null,
      suggested_id: ines,
    })
    await addDayOff(ines)
    expect(await listPeople()).toMatchObject({ items: [{ is_working: false }, {}], suggested_id: null })
    expect(await listPeople(query.replace('recording', 'mixing'))).toMatchObject({ items: [], suggested_id: null })
    expectError(await client.get(`${path}/service-people${query}`), 'FORBIDDEN')
    expectError(await (await aStudio(server)).admin.get(`${path}/service-people${query}`), 'FORBIDDEN')
  })

  test('does not let clients choose a person, and does not assign inactive people', async () => {
    const { admin, client, sam, ines, book } = await aStudioWithEngineers()
    expectError(await book(client, { resource_ids: [sam] }), 'FIELD_NOT_ALLOWED')
    expectError(await book(client, { without_person: true }), 'FIELD_NOT_ALLOWED')
    await admin.patch(`/resources/${sam}`, { is_active: false })
    expect(peopleOf(await book(client, morning))).toEqual(['Ines'])
    await admin.patch(`/resources/${ines}`, { is_active: false })
    expectError(await book(client, noon), 'BOOKING_CONFLICT')
  })

  test('accepts only people of the studio', async () => {
    const { admin, path, cellar } = await aStudioWithEngineers()
    const otherStudio = await aStudioWithEngineers()
    const { body } = await admin.get(`${path}/services`)
    const withPeople = (person_ids: string[]) =>
      admin.put(`${path}/services`, {
        items: body.items.map(({ position, ...service }: object & { position: number }) => ({
          ...service,
          person_ids,
        })),
      })
    for (const ids of [[cellar], [otherStudio.sam], []]) expectError(await withPeople(ids), 'VALIDATION_FAILED')
  })
})

describe('a client who moves a session with a person', () => {
  test('keeps the person, or gets another one if that person is not free', async () => {
    const { client, other, book, getDay } = await aStudioWithEngineers()
    const booked = await book(client, morning)
    await book(other, { start_time: '14:00', end_time: '16:00' })
    const samAtFour = await book(other, { start_time: '16:00', end_time: '18:00' })
    expect([peopleOf(booked), peopleOf(samAtFour)]).toEqual([['Sam'], ['Sam']])
    const move = (to: object) => client.patch(`/bookings/${booked.body.id}`, { room_id: null, ...to })
    expect(peopleOf(await move(noon))).toEqual(['Sam'])
    expect((await getDay(client, `&booking_id=${booked.body.id}`)).free).toContain('16:00')
    expect(peopleOf(await move({ start_time: '16:00', end_time: '18:00' }))).toEqual(['Ines'])
    expect(peopleOf(await move({ start_time: '18:00', end_time: '20:00' }))).toEqual(['Ines'])
    // A service that needs no person releases them.
    expect(peopleOf(await move({ service_type: 'mixing' }))).toEqual([])
    expect(peopleOf(await move({ service_type: 'recording' }))).toEqual(['Sam'])
  })

  test('keeps other people that the studio assigned', async () => {
    const { admin, client, sam, assistant, book } = await aStudioWithEngineers()
    const { id } = (await book(client, morning)).body
    await admin.patch(`/bookings/${id}`, { add_resource_ids: [assistant], remove_resource_ids: [sam] })
    expect(peopleOf(await client.patch(`/bookings/${id}`, noon))).toEqual(['Ari'])
  })

  test('reserves a free person for the requested move, which the studio can approve even if that person then gets a day off', async () => {
    const { admin, client, other, book, addDayOff, sam, ines } = await aStudioWithEngineers()
    const { id } = (await book(client, morning)).body
    await confirmAsSeen(admin, id)
    await book(other, { start_time: '14:00', end_time: '15:00', service_type: 'mixing' })
    const booked = await book(admin, { start_time: '16:00', end_time: '18:00', resource_ids: [sam] })
    expect(peopleOf(booked)).toEqual(['Sam'])
    const response = await client.patch(`/bookings/${id}`, { room_id: null, start_time: '16:00', end_time: '18:00' })
    expect(peopleOf(response)).toEqual(['Sam'])
    expect(peopleOf({ body: response.body.change_request })).toEqual(['Ines'])
    // Ines is reserved for the request.
    expectError(await book(other, { start_time: '16:00', end_time: '17:00' }), 'BOOKING_CONFLICT')
    await addDayOff(ines)
    const approve = `/bookings/${id}/change-request/approve`
    const approved = await admin.post(approve, { version: response.body.version })
    expect(approved.status).toBe(200)
    expect(approved.body).toMatchObject({ start_time: '16:00', change_request: null })
  })

  test('needs no approval if the service has automatic confirmation', async () => {
    const { client, book } = await aStudioWithEngineers({ auto_confirm: true })
    const booked = await book(client, morning)
    expect(booked.body.status).toBe('confirmed')
    const moved = await client.patch(`/bookings/${booked.body.id}`, noon)
    expect(moved.body).toMatchObject({ status: 'confirmed', start_time: '12:00', change_request: null })
  })

  test('can book a series in which each session has a different person', async () => {
    const { admin, client, path, book, addDayOff, sam, ines } = await aStudioWithEngineers()
    await addDayOff(sam)
    const series = { ...aSession(today, morning), every_weeks: 1, count: 2, on_conflict: 'refuse' }
    const response = await client.post(`${path}/booking-series`, series)
    expect(response.status).toBe(201)
    expect(response.body.bookings.map((body: BookingAnswer['body']) => peopleOf({ body }))).toEqual([['Ines'], ['Sam']])
    await addDayOff(ines, { first_date: plusDays(day, 7), last_date: plusDays(day, 7) })
    await book(admin, { booking_date: plusDays(day, 7), ...noon, resource_ids: [sam] })
    const next = await client.post(`${path}/booking-series`, { ...series, ...noon, on_conflict: 'skip' })
    expect(next.body.bookings).toHaveLength(1)
    expect(next.body.skipped).toEqual([expect.objectContaining({ code: 'BOOKING_CONFLICT' })])
  })
})

test('a change request can be approved with a warning if no person is free anymore', async () => {
  const { studio, admin, client, book, sam, ines, addDayOff } = await aStudioWithEngineers()
  await book(client, noon)
  const { id } = await aBooking(client, studio.id, today, morning)
  await confirmAsSeen(admin, id)
  const response = await client.patch(`/bookings/${id}`, { start_time: '18:00', end_time: '20:00' })
  await addDayOff(sam)
  await addDayOff(ines)
  const approved = await admin.post(`/bookings/${id}/change-request/approve`, { version: response.body.version })
  expect([peopleOf(approved), approved.body.warnings]).toEqual([[], ['PERSON_MISSING']])
})
