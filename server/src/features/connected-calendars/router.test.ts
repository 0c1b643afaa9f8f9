import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { aCalendarServer, aCalendarText, type TestEvent } from '@studiohub/testing/calendar-server.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aDeskPerson, aStudio, crewRoleOf, type Person } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
let server: TestServer
let outside: Awaited<ReturnType<typeof aCalendarServer>>

beforeAll(async () => {
  outside = await aCalendarServer()
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await server.stop()
  outside.stop()
})
beforeEach(() => {
  clock.set('10:00')
  Object.assign(outside.answer, { status: 200, send: null, text: aCalendarText([]) })
  outside.calls.length = 0
})

const at = (time: string, date = day) => `${date}T${time}:00Z`
const event = (from: string, to: string, given: Partial<TestEvent> = {}): TestEvent => ({
  starts_at: at(from),
  ends_at: at(to),
  title: 'Canary dentist',
  ...given,
})

/** A studio in UTC with a crew member who can be booked, and its first room. */
async function aPlace() {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${fixture.studio.id}`
  const crew = await aCrewMember(server, fixture)
  const engineer: string = (
    await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Sam', user_id: crew.id })
  ).body.id
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...fixture, path, crew, engineer, room }
}
type Place = Awaited<ReturnType<typeof aPlace>>

/** Connects the calendar of the outside server. @returns its id, once it was read */
async function connect({ path }: Place, person: Person, resource_id: string, url = outside.url) {
  const { status, body } = await person.post(`${path}/connected-calendars`, { resource_id, label: 'Private', url })
  expect(status).toBe(201)
  await vi.waitFor(async () => expect((await stateOf(path, person, body.id)).checked_at).not.toBeNull(), soon)
  return body.id
}
const stateOf = async (path: string, person: Person, id: string) =>
  (await person.get(`${path}/connected-calendars`)).body.items.find((one: { id: string }) => one.id === id)
const timesOf = async ({ path }: Place, person: Person) =>
  (await person.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items
const reasonAt = async ({ path }: Place, person: Person, time: string, query = '') => {
  const { body } = await person.get(`${path}/availability?date=${day}&service=recording&minutes=60${query}`)
  const { from } = body.days[0].rooms[0]
  return from[Object.keys(from).findLast((start) => start <= time) ?? '']
}
const book = ({ path }: Place, person: Person, start_time: string, end_time: string, given: object = {}) =>
  person.post(`${path}/bookings`, aSession(today, { booking_date: day, start_time, end_time, ...given }))

/** Reads a calendar again at a time, as the job does. */
async function readAt(calendar_id: string, now: Date) {
  const job = connectedCalendarJobs.find(({ name }) => name === 'connected-calendars.read')
  const log = { info() {}, warn() {}, error() {} }
  await job?.handle({ calendar_id }, { job_id: 'test', now, log, signal: new AbortController().signal })
}
const later = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)

test('a calendar of a room takes its times from clients, and warns the desk', async () => {
  const place = await aPlace()
  const { admin, client, path, room } = place
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  expect(await reasonAt(place, client, '13:00')).toBeNull()
  const id = await connect(place, admin, room)
  expect(await stateOf(path, admin, id)).toMatchObject({
    ...{ label: 'Private', host: outside.host, times_count: 1, is_own: true, problem: null, is_cut: false },
  })
  expect(await reasonAt(place, client, '12:00')).toBeNull()
  expect(await reasonAt(place, client, '12:15')).toBe('CALENDAR_BUSY')
  expect(await reasonAt(place, client, '14:45')).toBe('CALENDAR_BUSY')
  expect(await reasonAt(place, client, '15:00')).toBeNull()
  expectError(await book(place, client, '14:00', '16:00'), 'CALENDAR_BUSY')
  expect((await book(place, client, '15:00', '17:00')).status).toBe(201)
  const warned = await book(place, admin, '13:00', '15:00', { room_id: room })
  expect(warned.body).toMatchObject({ warnings: ['CALENDAR_BUSY'] })
  expect(await timesOf(place, admin)).toMatchObject([
    { resource_id: room, has_session: true, titles: ['Canary dentist'] },
  ])
  // A block needs no free calendar, and disconnecting frees the time.
  const block = aBlock(today, { booking_date: day, start_time: '18:00', end_time: '19:00', resource_ids: [room] })
  expect((await admin.post(`${path}/bookings`, block)).status).toBe(201)
  expect((await admin.post(`/bookings/${warned.body.id}/cancel`, {})).status).toBe(200)
  expect((await admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
  expect(await reasonAt(place, client, '13:00')).toBeNull()
})

test('another room takes the place of one that is busy in its calendar', async () => {
  const place = await aPlace()
  const { admin, client, path, room } = place
  const other = (await admin.post(`${path}/resources`, { kind: 'room', name: 'Cellar' })).body.id
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  await connect(place, admin, room)
  const booked = await book(place, client, '13:00', '15:00')
  expect(booked.body.resources).toMatchObject([{ id: other }])
})

test('a person of a service is not booked while their calendar is busy', async () => {
  const place = await aPlace()
  const { admin, client, crew, path, engineer, studio } = place
  const { items } = (await admin.get(`${path}/services`)).body
  const services = items.map(({ position, ...service }: { position: number; key: string }) =>
    service.key === 'recording' ? { ...service, person_ids: [engineer] } : service,
  )
  expect((await admin.put(`${path}/services`, { items: services })).status).toBe(200)
  outside.answer.text = aCalendarText([event('13:00', '15:00'), event('17:00', '19:00')])
  await connect(place, crew, engineer)
  expect(await reasonAt(place, client, '13:00')).toBe('NO_PERSON_FREE')
  expectError(await book(place, client, '13:00', '15:00'), 'BOOKING_CONFLICT')
  expect((await book(place, admin, '13:00', '15:00')).body.warnings).toEqual(['PERSON_MISSING'])
  const visitor = await callAs(server.url, null).get(
    `/public/studios/${studio.slug}/availability?date=${day}&service=recording&minutes=60`,
  )
  expect(visitor.body.days[0].free).not.toContain('12:30')
  expect(visitor.body.days[0].free).toContain('15:00')
  // Named by the desk, the person gets the session, with a warning.
  const named = await book(place, admin, '17:00', '19:00', { resource_ids: [engineer] })
  expect(named.body).toMatchObject({ warnings: ['CALENDAR_BUSY'] })
  expect(named.body.resources).toContainEqual(expect.objectContaining({ id: engineer }))
})

test('visitors are not offered the time of a room that is busy in its calendar', async () => {
  const place = await aPlace()
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  await connect(place, place.admin, place.room)
  const query = `date=${day}&service=recording&minutes=60`
  const { body } = await callAs(server.url, null).get(`/public/studios/${place.studio.slug}/availability?${query}`)
  expect(body.days[0].free).toContain('12:00')
  expect(body.days[0].free).not.toContain('13:00')
  expect(body.days[0].free).toContain('15:00')
})

test('an existing session stays where a calendar becomes busy, and the studio sees the clash', async () => {
  const place = await aPlace()
  const { admin, client, crew, engineer, room } = place
  const session = await book(place, client, '13:00', '15:00')
  outside.answer.text = aCalendarText([event('14:00', '16:00')])
  await connect(place, admin, room)
  expect((await client.get(`/bookings/${session.body.id}`)).body.status).toBe('pending')
  expect(await timesOf(place, crew)).toMatchObject([{ resource_id: room, has_session: true, titles: [] }])
  outside.answer.text = aCalendarText([event('18:00', '19:00')])
  await connect(place, crew, engineer)
  const times = await timesOf(place, crew)
  expect(times).toMatchObject([{}, { resource_id: engineer, has_session: false, titles: ['Canary dentist'] }])
  // A client's calendar shows the room's times as taken.
  const { body } = await client.get(`${place.path}/bookings?from=${day}&to=${day}`)
  expect(JSON.stringify(body.busy)).toContain('16:00')
})

test('a copy of a session of the studio does not block it', async () => {
  const place = await aPlace()
  const { id } = await aBooking(place.client, place.studio.id, today, { booking_date: day })
  outside.answer.text = aCalendarText([event('14:00', '16:00', { uid: `${id}@studiohub` }), event('18:00', '19:00')])
  const calendar = await connect(place, place.admin, place.room)
  expect(await stateOf(place.path, place.admin, calendar)).toMatchObject({ times_count: 1 })
})

test('only the owner of a calendar reads titles, and nobody the address', async () => {
  const place = await aPlace()
  const { admin, client, crew, path, engineer } = place
  const colleague = await aCrewMember(server, place)
  const desk = await aDeskPerson(server, place)
  const stranger = (await aStudio(server)).admin
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  const id = await connect(place, crew, engineer)
  expect(await timesOf(place, crew)).toMatchObject([{ titles: ['Canary dentist'] }])
  for (const person of [admin, desk, colleague]) {
    expect(await timesOf(place, person)).toMatchObject([{ resource_id: engineer, titles: [] }])
    expect((await person.get(`${path}/connected-calendars`)).body.items).toEqual([])
  }
  for (const person of [client, stranger]) {
    expectError(await person.get(`${path}/calendar-times?from=${day}&to=${day}`), 'FORBIDDEN')
    expectError(await person.get(`${path}/connected-calendars`), 'FORBIDDEN')
  }
  for (const person of [admin, desk, colleague, client, stranger]) {
    expectError(await person.post(`/connected-calendars/${id}/read`, {}), 'NOT_FOUND')
    expectError(await person.delete(`/connected-calendars/${id}`), 'NOT_FOUND')
    const { rows } = await asPerson(person, (tx) =>
      sql<{ title: string }>`select title from calendar_times`.execute(tx),
    )
    expect(rows).toEqual([])
  }
  expect(await tablesWith('canary dentist')).toEqual(['public.calendar_times'])
  expect(await tablesWith('secret-canary')).toEqual([])
  await expect(asPerson(crew, (tx) => sql`select secret from connected_calendars`.execute(tx))).rejects.toThrow(
    /permission/,
  )
})

test('people connect their own calendars, the desk those of rooms, and nobody too many', async () => {
  const place = await aPlace()
  const { admin, client, crew, path, engineer, room } = place
  const desk = await aDeskPerson(server, place)
  const input = (resource_id: string, given: object = {}) => ({ resource_id, label: 'One', url: outside.url, ...given })
  for (const person of [admin, desk])
    expectError(await person.post(`${path}/connected-calendars`, input(engineer)), 'FORBIDDEN')
  for (const person of [crew, client])
    expectError(await person.post(`${path}/connected-calendars`, input(room)), 'FORBIDDEN')
  const elsewhere = await aPlace()
  expectError(await admin.post(`${path}/connected-calendars`, input(elsewhere.room)), 'NOT_FOUND')
  const microphone = (await admin.post(`${path}/resources`, { kind: 'equipment', name: 'U47' })).body.id
  expectError(await admin.post(`${path}/connected-calendars`, input(microphone)), 'FORBIDDEN')
  for (const url of ['ftp://a.example', 'https://me:secret@a.example/', 'nothing'])
    expectError(await admin.post(`${path}/connected-calendars`, input(room, { url })), 'VALIDATION_FAILED')
  const subscribed = await desk.post(`${path}/connected-calendars`, input(room, { url: 'webcal://a.example/b.ics' }))
  expect(subscribed.body).toMatchObject({ host: 'a.example', is_own: true })
  for (let count = 1; count < 5; count += 1)
    expect((await admin.post(`${path}/connected-calendars`, input(room))).status).toBe(201)
  expectError(await admin.post(`${path}/connected-calendars`, input(room)), 'CALENDARS_FULL')
  // The desk disconnects what an admin connected for a room.
  expect((await admin.delete(`/connected-calendars/${subscribed.body.id}`)).status).toBe(200)
})

test('a calendar ends with the role of its owner', async () => {
  const place = await aPlace()
  const { admin, client, crew, path, engineer } = place
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  await connect(place, crew, engineer)
  const { role_id } = await crewRoleOf(place, crew)
  expect((await admin.delete(`${path}/crew/${role_id}`)).status).toBe(200)
  expect(await timesOf(place, admin)).toEqual([])
  expectError(await crew.get(`${path}/connected-calendars`), 'NO_ACTIVE_ROLE')
  expect(await tablesWith(engineer, ['resources', 'audit_log'])).not.toContain('public.connected_calendars')
  expect(await reasonAt(place, client, '13:00')).toBeNull()
})

test('a broken calendar keeps its last times, says why, and warns its owner once', async () => {
  const place = await aPlace()
  const { admin, crew, path, engineer } = place
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  const id = await connect(place, crew, engineer)
  outside.answer.status = 500
  outside.answer.text = 'Out of order'
  await readAt(id, later(1))
  const failing = await stateOf(path, crew, id)
  expect(failing).toMatchObject({ times_count: 1, problem: expect.stringContaining('The server answered 500.') })
  expect(failing.failing_since).toBe(later(1).toISOString())
  expect(await timesOf(place, admin)).toHaveLength(1)
  const noticesOf = async () =>
    (await crew.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'calendar')
  await readAt(id, later(20))
  expect(await noticesOf()).toEqual([])
  await readAt(id, later(26))
  await readAt(id, later(27))
  expect(await noticesOf()).toMatchObject([{ data: { label: 'Private' }, link: '/profile' }])
  expect((await nextMail(server, crew.email, 'Your calendar Private cannot be read')).text).toContain(
    'could not be read for a day',
  )
  outside.answer.status = 200
  outside.answer.text = aCalendarText([])
  await readAt(id, later(28))
  expect(await stateOf(path, crew, id)).toMatchObject({ times_count: 0, problem: null, failing_since: null })
})

test('an unchanged calendar is not sent again, but once a day', async () => {
  const place = await aPlace()
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  const id = await connect(place, place.admin, place.room)
  await readAt(id, later(1))
  await readAt(id, later(25))
  expect(outside.calls.map((headers) => headers['if-none-match'] !== undefined)).toEqual([false, true, false])
  expect(await stateOf(place.path, place.admin, id)).toMatchObject({ times_count: 1, problem: null })
})

test('due calendars are read by the minute, and "Read now" does not wait', async () => {
  const place = await aPlace()
  const id = await connect(place, place.admin, place.room)
  outside.answer.text = aCalendarText([event('13:00', '15:00')])
  expect((await place.admin.post(`/connected-calendars/${id}/read`, {})).status).toBe(200)
  await vi.waitFor(async () => expect(await timesOf(place, place.admin)).toHaveLength(1), soon)
  outside.answer.text = aCalendarText([])
  await asLogin((tx) =>
    sql`update connected_calendars set next_at = now() - interval '1 year' where id = ${id}`.execute(tx),
  )
  const [due] = connectedCalendarJobs
  const log = { info() {}, warn() {}, error() {} }
  await due?.handle({}, { job_id: 'test', now: clock.now(), log, signal: new AbortController().signal })
  await vi.waitFor(async () => expect(await timesOf(place, place.admin)).toHaveLength(0), soon)
})

test('hostile addresses and calendars are refused with a sentence', async () => {
  const place = await aPlace()
  const { admin, path, room } = place
  const problemOf = async (url = outside.url) => {
    const id = await connect(place, admin, room, url)
    const { problem } = await stateOf(path, admin, id)
    await admin.delete(`/connected-calendars/${id}`)
    return problem
  }
  expect(await problemOf('http://169.254.169.254/latest/')).toBe('This address is not on the public internet.')
  expect(await problemOf('http://[::1]:5432/')).toBe('This address is not on the public internet.')
  outside.answer.text = '<html>Sign in</html>'
  expect(await problemOf()).toBe('There is no calendar at this address. Copy the address that ends in .ics.')
  outside.answer.send = (response) => response.writeHead(302, { location: outside.url }).end()
  expect(await problemOf()).toBe('The address redirects too often.')
  outside.answer.send = (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  expect(await problemOf()).toBe('This address is not on the public internet.')
  // Fifty megabytes, of which the product reads ten.
  outside.answer.send = (response) => {
    response.writeHead(200)
    const part = Buffer.alloc(1024 * 1024, 'X')
    let sent = 0
    const more = () => {
      sent += 1
      if (sent > 50 || response.destroyed) return response.end()
      response.write(part, more)
    }
    more()
  }
  expect(await problemOf()).toBe('The answer is too large.')
  outside.answer.send = null
  const endless = ['RRULE:FREQ=SECONDLY']
  outside.answer.text = aCalendarText([
    { ...event('13:00', '15:00'), starts_at: '1970-01-01T00:00:00Z', ends_at: '1970-01-01T00:00:01Z', lines: endless },
  ])
  expect(await problemOf()).toBe('The calendar is too large or repeats too often to be read.')
})
